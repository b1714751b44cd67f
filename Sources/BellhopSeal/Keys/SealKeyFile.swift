// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key in its file form: a JSON object with `id`, `suite` and the key in Base64.
///
/// The file of a public key has the same form as the response of the gateway's key directory:
/// `{"id":"…","suite":"x25519","public_key":"…"}`. The file of a private key has `private_key`, and
/// `public_key` for information. The file of a shared key has `shared_key`.
public enum SealKeyFile: Hashable, Sendable {
    case publicKey(SealPublicKey)
    case privateKey(SealPrivateKey)
    case sharedKey(SealSharedKey)

    /// Reads a file.
    ///
    /// - Throws: a ``SealError`` that describes the problem and never contains the key.
    public init(reading bytes: some Sequence<UInt8>) throws(SealError) {
        let limits = JSONReader.Limits(
            depthMax: 4, byteCountMax: SealLimits.messageCharacterCountMax)
        guard let node = try? JSONReader.read(bytes, limits: limits),
            let object = node.value.objectValue
        else { throw .badKey("the key file is not a JSON object") }
        try self.init(object)
    }

    /// Reads an object.
    public init(_ object: JSONObject) throws(SealError) {
        guard let name = object["suite"]?.stringValue else {
            throw .badKey("the key file has no \"suite\"")
        }
        guard let suite = SealSuite(rawValue: name) else { throw .unknownSuite(name) }
        let id = object["id"]?.stringValue
        if let secret = try Self.bytes("private_key", in: object) {
            self = .privateKey(try SealPrivateKey(id: id, suite: suite, secret: secret))
        } else if let secret = try Self.bytes("shared_key", in: object) {
            guard suite == .a256gcm else {
                throw .badKey(
                    "the file contains a shared key, and its suite is \(name) instead of a256gcm")
            }
            guard let id else { throw .badKey("the file with the shared key has no \"id\"") }
            self = .sharedKey(try SealSharedKey(id: id, secret: secret))
        } else if let bytes = try Self.bytes("public_key", in: object) {
            self = .publicKey(try SealPublicKey(id: id, suite: suite, bytes: bytes))
        } else {
            throw .badKey("the key file has no public_key, private_key or shared_key")
        }
    }

    private static func bytes(_ key: String, in object: JSONObject) throws(SealError) -> Data? {
        guard let value = object[key] else { return nil }
        guard let text = value.stringValue, let bytes = decode(text) else {
            throw .badKey("\"\(key)\" is not Base64")
        }
        return bytes
    }

    /// Decodes Base64 in either alphabet, with or without padding, because keys are copied from
    /// various sources.
    public static func decode(_ text: String) -> Data? {
        let plain = text.filter { $0 != "=" && !$0.isWhitespace }
            .replacing("+", with: "-").replacing("/", with: "_")
        return Base64URL.decode(plain)
    }

    /// The object of the file. For a private or shared key it contains the secret: write it to a
    /// file that only its owner can read.
    public var json: JSONObject {
        switch self {
        case .publicKey(let key):
            [
                "id": .string(key.id), "suite": .string(key.suite.rawValue),
                "public_key": .string(key.bytes.base64EncodedString()),
            ]
        case .privateKey(let key):
            [
                "id": .string(key.id), "suite": .string(key.suite.rawValue),
                "private_key": .string(key.secret.base64EncodedString()),
                "public_key": .string(key.publicKey.bytes.base64EncodedString()),
            ]
        case .sharedKey(let key):
            [
                "id": .string(key.id), "suite": .string(SealSuite.a256gcm.rawValue),
                "shared_key": .string(key.secret.base64EncodedString()),
            ]
        }
    }
}
