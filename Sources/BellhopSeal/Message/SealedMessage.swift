// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A sealed message as it is sent.
///
/// In a payload, the message is an object under one key, or a string:
/// ```
/// "enc":{"v":1,"suite":"x25519","kid":"…","id":"…","enc":"…","ct":"…"}
/// "encryptedBody":"v1.x25519.KID.SKID.ID.EXP.ENC.CT"
/// ```
/// Anyone can read every part except the ciphertext. All parts are authenticated: a message that
/// was changed cannot be opened.
public struct SealedMessage: Hashable, Sendable {
    /// The version of the format that this code writes and reads.
    public static let version = 1

    public var suite: SealSuite
    /// The identifier of the recipient's key, or of the shared key.
    public var keyID: String
    /// The identifier of the key that proves the sender; `nil` if there is no such proof.
    public var senderKeyID: String?
    public var messageID: String
    /// The expiration in seconds since 1970; `nil` if the message never expires.
    public var expirationEpochSeconds: Int?
    /// The encapsulated key, which RFC 9180 calls `enc`; empty with a shared key.
    public var encapsulatedKey: Data
    /// The ciphertext, which RFC 9180 calls `ct`; with a shared key, the nonce, the ciphertext and
    /// the tag, in this order.
    public var ciphertext: Data

    public init(
        suite: SealSuite, keyID: String, senderKeyID: String? = nil, messageID: String,
        expirationEpochSeconds: Int? = nil, encapsulatedKey: Data, ciphertext: Data
    ) {
        self.suite = suite
        self.keyID = keyID
        self.senderKeyID = senderKeyID
        self.messageID = messageID
        self.expirationEpochSeconds = expirationEpochSeconds
        self.encapsulatedKey = encapsulatedKey
        self.ciphertext = ciphertext
    }

    /// Reads the message in either form.
    ///
    /// - Throws: ``SealError/notSealed(_:)``, ``SealError/unknownVersion(_:)`` or
    ///   ``SealError/unknownSuite(_:)``.
    public init(_ value: JSONValue) throws(SealError) {
        switch value {
        case .object(let object): try self.init(object)
        case .string(let text): try self.init(compact: text)
        default: throw .notSealed("it is \(value.typeName), not an object or a string")
        }
    }
}

// MARK: Object form

extension SealedMessage {
    /// The members of the object, used for reading and writing. `kid`, `skid` and `exp` are named
    /// as in JOSE (RFC 7515, RFC 7519), `enc` and `ct` as in RFC 9180.
    enum Key: String, CaseIterable {
        case version = "v"
        case suite
        case keyID = "kid"
        case senderKeyID = "skid"
        case messageID = "id"
        case expiration = "exp"
        case encapsulatedKey = "enc"
        case ciphertext = "ct"
    }

    /// The message as an object for a payload.
    public var json: JSONObject {
        var object = JSONObject()
        func add(_ key: Key, _ value: JSONValue) { object.append(key.rawValue, value) }
        add(.version, .number(JSONNumber(Self.version)))
        add(.suite, .string(suite.rawValue))
        add(.keyID, .string(keyID))
        if let senderKeyID { add(.senderKeyID, .string(senderKeyID)) }
        add(.messageID, .string(messageID))
        if let expirationEpochSeconds {
            add(.expiration, .number(JSONNumber(expirationEpochSeconds)))
        }
        if suite.hasKeyPairs { add(.encapsulatedKey, .string(Base64URL.encode(encapsulatedKey))) }
        add(.ciphertext, .string(Base64URL.encode(ciphertext)))
        return object
    }

    private init(_ object: JSONObject) throws(SealError) {
        guard let version = object[Key.version.rawValue] else {
            throw .notSealed("it has no \"v\"")
        }
        guard version.intValue == Self.version else {
            throw .unknownVersion(Self.short(JSONWriter.text(version)))
        }
        func text(_ key: Key) throws(SealError) -> String? {
            guard let value = object[key.rawValue] else { return nil }
            guard let text = value.stringValue else {
                throw .notSealed("\"\(key.rawValue)\" is \(value.typeName), not a string")
            }
            return text
        }
        var expiration: String?
        if let value = object[Key.expiration.rawValue] {
            guard case .number(let number) = value else {
                throw .notSealed("\"exp\" is \(value.typeName), not a number")
            }
            expiration = number.text
        }
        try self.init(
            suite: text(.suite), keyID: text(.keyID), senderKeyID: text(.senderKeyID),
            messageID: text(.messageID), expiration: expiration,
            encapsulatedKey: text(.encapsulatedKey), ciphertext: text(.ciphertext))
    }
}

// MARK: String form

extension SealedMessage {
    /// The message in its string form, for payload keys that must have string values: eight parts
    /// separated by full stops. Missing values are empty.
    public var compact: String {
        [
            "v\(Self.version)", suite.rawValue, keyID, senderKeyID ?? "", messageID,
            expirationEpochSeconds.map(String.init) ?? "", Base64URL.encode(encapsulatedKey),
            Base64URL.encode(ciphertext),
        ].joined(separator: ".")
    }

    /// Reads the string form.
    public init(compact text: String) throws(SealError) {
        guard text.utf8.count <= SealLimits.messageCharacterCountMax else {
            throw .notSealed("it is too long, with \(text.utf8.count) bytes")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, first.hasPrefix("v"),
            !first.dropFirst().isEmpty,
            first.dropFirst().utf8.allSatisfy({ (48...57).contains($0) })
        else { throw .notSealed("it does not start with a version such as v1.") }
        guard first == "v\(Self.version)" else {
            throw .unknownVersion(Self.short(String(first.dropFirst())))
        }
        guard parts.count == 8 else { throw .notSealed("it has \(parts.count) parts, not 8") }
        func part(_ index: Int) -> String? { parts[index].isEmpty ? nil : parts[index] }
        try self.init(
            suite: part(1), keyID: part(2), senderKeyID: part(3), messageID: part(4),
            expiration: part(5), encapsulatedKey: part(6), ciphertext: part(7))
    }
}

// MARK: Both forms

extension SealedMessage {
    private init(
        suite name: String?, keyID: String?, senderKeyID: String?, messageID: String?,
        expiration: String?, encapsulatedKey: String?, ciphertext: String?
    ) throws(SealError) {
        func need(_ text: String?, _ key: Key) throws(SealError) -> String {
            guard let text else { throw .notSealed("it has no \"\(key.rawValue)\"") }
            return text
        }
        func identifier(_ text: String, _ key: Key) throws(SealError) -> String {
            guard SealIdentifier.isValid(text) else {
                throw .notSealed("\"\(key.rawValue)\" is not a valid identifier")
            }
            return text
        }
        func bytes(_ text: String, _ key: Key) throws(SealError) -> Data {
            guard text.utf8.count <= SealLimits.messageCharacterCountMax,
                let bytes = Base64URL.decode(text)
            else { throw .notSealed("\"\(key.rawValue)\" is not Base64url without padding") }
            return bytes
        }
        let name = try need(name, .suite)
        guard let suite = SealSuite(rawValue: name) else { throw .unknownSuite(Self.short(name)) }
        let wrapped =
            suite.hasKeyPairs
            ? try bytes(need(encapsulatedKey, .encapsulatedKey), .encapsulatedKey) : Data()
        guard wrapped.count == suite.encapsulatedKeyByteCount else {
            throw .notSealed(
                "\"enc\" has \(wrapped.count) bytes, but with \(name) it must have "
                    + "\(suite.encapsulatedKeyByteCount)")
        }
        let text = try bytes(need(ciphertext, .ciphertext), .ciphertext)
        guard text.count >= suite.ciphertextExcessByteCount else {
            throw .notSealed("\"ct\" is truncated: it has only \(text.count) bytes")
        }
        var sender: String?
        if let senderKeyID { sender = try identifier(senderKeyID, .senderKeyID) }
        self.init(
            suite: suite, keyID: try identifier(need(keyID, .keyID), .keyID), senderKeyID: sender,
            messageID: try identifier(need(messageID, .messageID), .messageID),
            expirationEpochSeconds: try Self.epochSeconds(expiration), encapsulatedKey: wrapped,
            ciphertext: text)
    }

    /// Reads the expiration. Only the canonical form of a number is accepted, because its digits
    /// are authenticated.
    private static func epochSeconds(_ text: String?) throws(SealError) -> Int? {
        guard let text else { return nil }
        guard let seconds = Int(text), String(seconds) == text,
            (1...SealLimits.epochSecondsMax).contains(seconds)
        else { throw .notSealed("\"exp\" is not a number of seconds since 1970") }
        return seconds
    }

    /// Shortens external text for an error message.
    private static func short(_ text: String) -> String {
        String(text.prefix(20).map { $0.isASCII && !$0.isNewline ? $0 : "?" })
    }
}
