// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The padding that hides the length of the content: spaces after the content, which JSON parsers
/// ignore.
public struct SealPadding: Hashable, Sendable {
    /// The block size in bytes, 1 to ``SealLimits/paddingBlockByteCountMax``.
    let blockByteCount: Int

    /// No padding: the length of the ciphertext reveals the length of the content.
    public static let none = SealPadding(blockByteCount: 1)

    /// Rounds the length of the content up to a multiple of `byteCount`, if the payload has room.
    ///
    /// - Parameter byteCount: 1 to ``SealLimits/paddingBlockByteCountMax``; clamped to that range.
    public static func blocks(of byteCount: Int) -> SealPadding {
        SealPadding(
            blockByteCount: min(max(byteCount, 1), SealLimits.paddingBlockByteCountMax))
    }

    /// Returns the content with padding, which never makes it longer than `byteCountMax`.
    func pad(_ content: [UInt8], byteCountMax: Int?) -> Data {
        let blocks = (content.count + blockByteCount - 1) / blockByteCount
        let paddedCount = min(blocks * blockByteCount, byteCountMax ?? Int.max)
        let blanks = repeatElement(UInt8(ascii: " "), count: max(0, paddedCount - content.count))
        return Data(content) + blanks
    }
}

/// Seals messages for one recipient of one app.
public struct Sealer: Sendable {
    /// The recipient's key.
    enum Target: Sendable {
        case publicKey(SealPublicKey, sender: SealPrivateKey?)
        case sharedKey(SealSharedKey)
    }

    let app: String
    let target: Target
    let padding: SealPadding

    /// Seals for a public key.
    ///
    /// - Parameters:
    ///   - app: the app's bundle identifier.
    ///   - sender: the sender's own key of the same suite, with which the message proves who sealed
    ///     it (RFC 9180, mode Auth); `nil` for no proof (mode Base).
    /// - Throws: ``SealError`` when the suite does not support senders, the sender's key is of
    ///   another suite, or `app` is not a bundle identifier.
    public init(
        app: String, recipient: SealPublicKey, sender: SealPrivateKey? = nil,
        padding: SealPadding = .none
    ) throws(SealError) {
        if let sender {
            guard recipient.suite.knowsSenders else { throw .senderUnsupported(recipient.suite) }
            guard sender.suite == recipient.suite else {
                throw .badKey(
                    "the suite of the sender's key is \(sender.suite.rawValue), and that of the "
                        + "recipient's key is \(recipient.suite.rawValue)")
            }
        }
        try self.init(app, .publicKey(recipient, sender: sender), padding)
    }

    /// Seals with a key that sender and recipient share.
    public init(
        app: String, sharedKey: SealSharedKey, padding: SealPadding = .none
    ) throws(SealError) {
        try self.init(app, .sharedKey(sharedKey), padding)
    }

    private init(_ app: String, _ target: Target, _ padding: SealPadding) throws(SealError) {
        guard Topic.isPlausible(app) else {
            throw .badBundleID(String(app.prefix(40)))
        }
        self.app = app
        self.target = target
        self.padding = padding
    }

    /// Seals a message.
    ///
    /// - Throws: ``SealError`` when the identifier or a date of the content is invalid, or a key
    ///   cannot be used.
    public func seal(_ content: SealedContent) throws(SealError) -> SealedMessage {
        try seal(content, byteCountMax: nil)
    }

    func seal(_ content: SealedContent, byteCountMax: Int?) throws(SealError) -> SealedMessage {
        var message = try envelope(of: content)
        let plaintext = padding.pad(
            JSONWriter.write(.object(try content.json())), byteCountMax: byteCountMax)
        let binding = SealBinding.of(message, app: app)
        switch target {
        case .publicKey(let recipient, let sender):
            (message.encapsulatedKey, message.ciphertext) = try SealHPKE.seal(
                plaintext, to: recipient, from: sender, binding: binding)
        case .sharedKey(let key):
            message.ciphertext = try SealHPKE.seal(plaintext, with: key, binding: binding)
        }
        return message
    }

    /// Returns the message without the sealed content; the encapsulated key is all zeros.
    func envelope(of content: SealedContent) throws(SealError) -> SealedMessage {
        try SealIdentifier.check(content.messageID, "the identifier of the message")
        var expiration: Int?
        if let date = content.expiration {
            guard let seconds = SealedContent.epochSeconds(date), seconds > 0 else {
                throw .badContent("the expiration is outside of the years 1970 to 9999")
            }
            expiration = seconds
        }
        let (suite, keyID, senderKeyID) =
            switch target {
            case .publicKey(let recipient, let sender):
                (recipient.suite, recipient.id, sender?.id)
            case .sharedKey(let key): (SealSuite.a256gcm, key.id, String?.none)
            }
        return SealedMessage(
            suite: suite, keyID: keyID, senderKeyID: senderKeyID, messageID: content.messageID,
            expirationEpochSeconds: expiration,
            encapsulatedKey: Data(repeating: 0, count: suite.encapsulatedKeyByteCount),
            ciphertext: Data())
    }
}
