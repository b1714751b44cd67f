// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras

/// The keys with which an identity provider signs ID tokens (RFC 7517).
struct IdentityProviderKeys: Sendable {
    /// The maximum number of keys that are read. A document with more of them is refused.
    static let keysMax = 64
    /// The maximum size of an RSA key in bytes: 8192 bits. A larger key is not used.
    static let modulusByteCountMax = 1024
    /// The maximum size of an RSA key's exponent in bytes.
    private static let exponentByteCountMax = 8

    /// The algorithms that are accepted. An ID token with any other algorithm is refused, in
    /// particular with `none` or an algorithm with a shared secret.
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    private enum PublicKey: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)

        var algorithm: Algorithm {
            switch self {
            case .rsa: .rs256
            case .p256: .es256
            }
        }
    }

    private struct Key: Sendable {
        let id: String?
        let publicKey: PublicKey
    }

    private let keys: [Key]

    /// Reads a document. Keys that have another purpose, an unsupported type or an unsupported size
    /// are left out.
    ///
    /// - Throws: ``IdentityFault`` if the document is not a list of keys, or no key can be used.
    init(_ bytes: [UInt8]) throws(IdentityFault) {
        let object = (try? JSONReader.read(bytes))?.value.objectValue
        guard let list = object?["keys"]?.arrayValue else {
            throw .provider("its keys are not a JSON object with a list of keys")
        }
        guard list.count <= Self.keysMax else {
            throw .provider("it has more than \(Self.keysMax) keys")
        }
        keys = list.compactMap { $0.objectValue.flatMap(Self.key) }
        guard !keys.isEmpty else {
            throw .provider("it has no key for RS256 or ES256; choose one of these algorithms")
        }
    }

    private static func key(_ object: JSONObject) -> Key? {
        guard object["use"] == nil || object["use"]?.stringValue == "sig",
            let publicKey = publicKey(object)
        else { return nil }
        if let algorithm = object["alg"]?.stringValue, algorithm != publicKey.algorithm.rawValue {
            return nil
        }
        return Key(id: object["kid"]?.stringValue, publicKey: publicKey)
    }

    private static func publicKey(_ object: JSONObject) -> PublicKey? {
        func bytes(_ key: String) -> [UInt8]? {
            object[key]?.stringValue.flatMap { Base64URL.decodeLeniently($0) }
        }
        switch object["kty"]?.stringValue {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e"),
                modulus.count <= modulusByteCountMax, exponent.count <= exponentByteCountMax,
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
            else { return nil }
            return .rsa(key)
        case "EC":
            guard object["crv"]?.stringValue == "P-256", let x = bytes("x"), let y = bytes("y"),
                x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            return .p256(key)
        default: return nil
        }
    }

    /// Returns whether there is a key with which a token can be verified.
    func contain(_ id: String?, for algorithm: Algorithm) -> Bool {
        !candidates(id, for: algorithm).isEmpty
    }

    /// Returns whether a signature was made with a key that has a given identifier. A token without
    /// an identifier may be signed with any key for its algorithm.
    func verify(
        _ signature: [UInt8], of text: [UInt8], by id: String?, with algorithm: Algorithm
    ) -> Bool {
        candidates(id, for: algorithm).contains { key in
            switch key.publicKey {
            case .rsa(let key):
                return key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature),
                    for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
            case .p256(let key):
                guard
                    let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
                else { return false }
                return key.isValidSignature(signature, for: SHA256.hash(data: text))
            }
        }
    }

    private func candidates(_ id: String?, for algorithm: Algorithm) -> [Key] {
        keys.filter { $0.publicKey.algorithm == algorithm && (id == nil || $0.id == id) }
    }
}
