// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key that opens a message.
public enum OpeningKey: Hashable, Sendable {
    /// The recipient's own private key.
    case own(SealPrivateKey)
    case shared(SealSharedKey)

    public var id: String {
        switch self {
        case .own(let key): key.id
        case .shared(let key): key.id
        }
    }

    public var suite: SealSuite {
        switch self {
        case .own(let key): key.suite
        case .shared: .a256gcm
        }
    }
}

/// Opens sealed messages of one app. The opener has no clock and no record of earlier messages, so
/// callers have to detect replays by ``SealedContent/messageID``.
public struct Opener: Sendable {
    private let app: String

    /// - Parameter app: the app's bundle identifier, as the sender used it.
    public init(app: String) { self.app = app }

    /// Opens a message.
    ///
    /// - Parameters:
    ///   - key: the key whose identifier the message names.
    ///   - sender: the key that must have sealed the message. Required when the message names its
    ///     sender. If a key is given and the message names no sender, opening fails.
    /// - Throws: ``SealError``.
    public func open(
        _ message: SealedMessage, with key: OpeningKey, sender: SealPublicKey? = nil
    ) throws(SealError) -> SealedContent {
        guard message.keyID == key.id else {
            throw .otherKey(expected: message.keyID, given: key.id)
        }
        guard message.suite == key.suite else {
            throw .badKey(
                "the suite of the message is \(message.suite.rawValue), and that of the key is "
                    + key.suite.rawValue)
        }
        try check(message, sender)
        let binding = SealBinding.of(message, app: app)
        let plaintext =
            switch key {
            case .own(let key):
                try SealHPKE.open(
                    message.ciphertext, encapsulatedKey: message.encapsulatedKey, with: key,
                    from: sender, binding: binding)
            case .shared(let key):
                try SealHPKE.open(message.ciphertext, with: key, binding: binding)
            }
        return try SealedContent(plaintext: plaintext, of: message)
    }

    private func check(_ message: SealedMessage, _ sender: SealPublicKey?) throws(SealError) {
        if let id = message.senderKeyID {
            guard message.suite.knowsSenders else { throw .senderUnsupported(message.suite) }
            guard let sender, sender.id == id else { throw .senderKeyMissing(id) }
            guard sender.suite == message.suite else {
                throw .badKey(
                    "the suite of the sender's key \(id) is \(sender.suite.rawValue), and that of "
                        + "the message is \(message.suite.rawValue)")
            }
        } else if sender != nil {
            throw .senderNotProven
        }
    }
}
