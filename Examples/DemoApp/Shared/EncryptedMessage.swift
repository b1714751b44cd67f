// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(CryptoKit)
public import CryptoKit
#else
public import Crypto
#endif

/// A message that only this phone can read: AES-GCM under a key that the server does not have.
///
/// On the wire: `"enc": {"v": 1, "kid": "…", "nonce": "…", "ct": "…"}`, the last two in Base64.
/// `ct` is the ciphertext followed by the tag.
public struct EncryptedMessage: Equatable, Sendable {
    /// The form that this app can open.
    public static let version = 1
    private static let tagByteCount = 16

    /// Which key opens it.
    public let keyID: String
    let nonce: Data
    let ciphertext: Data

    public init?(_ dictionary: [String: Any]) {
        guard dictionary["v"] as? Int == Self.version,
            let keyID = dictionary["kid"] as? String,
            let nonce = (dictionary["nonce"] as? String).flatMap({ Data(base64Encoded: $0) }),
            let ciphertext = (dictionary["ct"] as? String).flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        self.keyID = keyID
        self.nonce = nonce
        self.ciphertext = ciphertext
    }

    /// Encrypts a message, as the sender's app does.
    public init(_ message: MessageText, keyID: String, key: SymmetricKey) throws {
        let box = try AES.GCM.seal(try JSONEncoder().encode(message), using: key)
        self.keyID = keyID
        nonce = box.nonce.withUnsafeBytes { Data($0) }
        ciphertext = box.ciphertext + box.tag
    }

    /// Decrypts it.
    ///
    /// - Throws: CryptoKit's error when the key is another or a byte was changed.
    public func open(with key: SymmetricKey) throws -> MessageText {
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: nonce),
            ciphertext: ciphertext.dropLast(Self.tagByteCount),
            tag: ciphertext.suffix(Self.tagByteCount))
        return try JSONDecoder().decode(MessageText.self, from: AES.GCM.open(box, using: key))
    }

    /// As it stands in a payload.
    public var dictionary: [String: Any] {
        [
            "v": Self.version, "kid": keyID, "nonce": nonce.base64EncodedString(),
            "ct": ciphertext.base64EncodedString(),
        ]
    }
}

/// What an encrypted message says.
public struct MessageText: Codable, Equatable, Sendable {
    public var conversationID: String
    public var senderID: String
    public var senderName: String
    public var text: String
    /// The name of a group; `nil` between two people.
    public var groupName: String?

    enum CodingKeys: String, CodingKey {
        case text
        case conversationID = "conversation"
        case senderID = "sender"
        case senderName = "sender_name"
        case groupName = "group"
    }

    public init(
        conversationID: String, senderID: String, senderName: String, text: String,
        groupName: String? = nil
    ) {
        self.conversationID = conversationID
        self.senderID = senderID
        self.senderName = senderName
        self.text = text
        self.groupName = groupName
    }
}
