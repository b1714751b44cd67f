// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import SwiftASN1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PKCS12 {
    /// The number of iterations of password hashing in files that Bellhop writes.
    static let writtenRounds = 50_000

    /// Writes a file that is encrypted with AES-256-CBC and authenticated with HMAC-SHA256 (RFC
    /// 8018, RFC 7292). OpenSSL 1.1 and later, BoringSSL and macOS can read such a file.
    ///
    /// - Parameters:
    ///   - certificates: the certificates in DER, starting with the certificate to which the key
    ///     belongs.
    ///   - privateKey: the private key, PKCS#8 in DER.
    ///   - name: the name that Keychain Access shows.
    static func write(
        certificates: [[UInt8]], privateKey: [UInt8], name: String, password: String,
        using generator: inout some RandomNumberGenerator
    ) throws -> [UInt8] {
        let password = PKCS12Password(password)
        let keyID = Array(Insecure.SHA1.hash(data: certificates.first ?? []))
        let writer = PKCS12Writer(name: name, keyID: keyID, password: password)
        let bags = try PKCS12Writer.node { try writer.appendCertificates(certificates, to: &$0) }
        let sealedBags = try Sealed(bags, password, &generator)
        let sealedKey = try Sealed(privateKey, password, &generator)
        let keyBags = try PKCS12Writer.node { list in
            try list.sequence { bag in
                try bag.serialize(OID.shroudedKeyBag)
                try bag.explicit(0) { value in
                    try value.sequence {
                        try sealedKey.appendAlgorithm(to: &$0)
                        try $0.serialize(ASN1OctetString(contentBytes: sealedKey.bytes[...]))
                    }
                }
                try writer.appendAttributes(to: &bag)
            }
        }
        let safe = try PKCS12Writer.node { list in
            try list.sequence { try sealedBags.appendEncryptedData(to: &$0) }
            try list.sequence { try $0.appendData(keyBags) }
        }
        let salt = generator.bytes(16)
        return try PKCS12Writer.node { file in
            try file.serialize(3)
            try file.sequence { try $0.appendData(safe) }
            try writer.appendMAC(of: safe, salt: salt, to: &file)
        }
    }
}

/// Writes the parts of a file.
private struct PKCS12Writer {
    let name: String
    let keyID: [UInt8]
    let password: PKCS12Password

    /// Returns the bytes of a sequence.
    static func node(_ body: (inout DER.Serializer) throws -> Void) rethrows -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.sequence(body)
        return serializer.serializedBytes
    }

    func appendCertificates(_ certificates: [[UInt8]], to list: inout DER.Serializer) throws {
        for (index, certificate) in certificates.enumerated() {
            try list.sequence { bag in
                try bag.serialize(PKCS12.OID.certificateBag)
                try bag.explicit(0) { value in
                    try value.sequence { inner in
                        try inner.serialize(PKCS12.OID.x509)
                        try inner.explicit(0) {
                            try $0.serialize(ASN1OctetString(contentBytes: certificate[...]))
                        }
                    }
                }
                if index == 0 { try appendAttributes(to: &bag) }
            }
        }
    }

    /// Appends the displayed name, and the attributes that connect the key and its certificate.
    func appendAttributes(to bag: inout DER.Serializer) throws {
        let wide = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        try bag.appendConstructedNode(identifier: .set) { set in
            try set.sequence { attribute in
                try attribute.serialize(PKCS12.OID.friendlyName)
                try attribute.appendConstructedNode(identifier: .set) {
                    try $0.serialize(ASN1BMPString(contentBytes: wide[...]))
                }
            }
            try set.sequence { attribute in
                try attribute.serialize(PKCS12.OID.localKeyID)
                try attribute.appendConstructedNode(identifier: .set) {
                    try $0.serialize(ASN1OctetString(contentBytes: keyID[...]))
                }
            }
        }
    }

    func appendMAC(of safe: [UInt8], salt: [UInt8], to file: inout DER.Serializer) throws {
        let rounds = PKCS12.writtenRounds
        let key = password.derive(
            .authentication, byteCount: 32, salt: salt, rounds: rounds, using: SHA256.self)
        let code = HMAC<SHA256>.authenticationCode(for: safe, using: SymmetricKey(data: key))
        try file.sequence { mac in
            try mac.sequence { digest in
                try digest.sequence {
                    try $0.serialize(PKCS12.OID.sha256)
                    try $0.serialize(ASN1Null())
                }
                try digest.serialize(ASN1OctetString(contentBytes: Array(code)[...]))
            }
            try mac.serialize(ASN1OctetString(contentBytes: salt[...]))
            try mac.serialize(rounds)
        }
    }
}

/// Bytes encrypted with a password, together with the parameters that are required to decrypt them.
private struct Sealed {
    let bytes: [UInt8]
    private let salt: [UInt8]
    private let vector: [UInt8]

    init(
        _ plain: [UInt8], _ password: PKCS12Password,
        _ generator: inout some RandomNumberGenerator
    ) throws {
        salt = generator.bytes(16)
        vector = generator.bytes(16)
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: password.utf8, salt: salt, using: .sha256, outputByteCount: 32,
            unsafeUncheckedRounds: PKCS12.writtenRounds)
        bytes = Array(
            try AES._CBC.encrypt(plain, using: key, iv: try AES._CBC.IV(ivBytes: vector)))
    }

    /// Appends the algorithm identifier: PBES2 with PBKDF2, HMAC-SHA256 and AES-256-CBC (RFC 8018
    /// appendix A).
    func appendAlgorithm(to parent: inout DER.Serializer) throws {
        let pbes2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 13]
        let pbkdf2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 12]
        let function: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 2, 9]
        let cipher: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 1, 42]
        try parent.sequence { algorithm in
            try algorithm.serialize(pbes2)
            try algorithm.sequence { parameters in
                try parameters.sequence { derivation in
                    try derivation.serialize(pbkdf2)
                    try derivation.sequence {
                        try $0.serialize(ASN1OctetString(contentBytes: salt[...]))
                        try $0.serialize(PKCS12.writtenRounds)
                        try $0.sequence {
                            try $0.serialize(function)
                            try $0.serialize(ASN1Null())
                        }
                    }
                }
                try parameters.sequence {
                    try $0.serialize(cipher)
                    try $0.serialize(ASN1OctetString(contentBytes: vector[...]))
                }
            }
        }
    }

    /// Appends the members of a ContentInfo with encrypted data.
    func appendEncryptedData(to parent: inout DER.Serializer) throws {
        try parent.serialize(PKCS12.OID.encryptedData)
        try parent.explicit(0) { content in
            try content.sequence { data in
                try data.serialize(0)
                try data.sequence { inner in
                    try inner.serialize(PKCS12.OID.data)
                    try appendAlgorithm(to: &inner)
                    inner.appendPrimitiveNode(
                        identifier: .init(tagWithNumber: 0, tagClass: .contextSpecific)
                    ) { $0.append(contentsOf: bytes) }
                }
            }
        }
    }
}

extension DER.Serializer {
    fileprivate mutating func sequence(_ body: (inout DER.Serializer) throws -> Void) rethrows {
        try appendConstructedNode(identifier: .sequence, body)
    }

    fileprivate mutating func explicit(
        _ number: UInt, _ body: (inout DER.Serializer) throws -> Void
    ) rethrows {
        let tag = ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
        try appendConstructedNode(identifier: tag, body)
    }

    /// Appends the members of a ContentInfo with plain data.
    fileprivate mutating func appendData(_ bytes: [UInt8]) throws {
        try serialize(PKCS12.OID.data)
        try explicit(0) { try $0.serialize(ASN1OctetString(contentBytes: bytes[...])) }
    }
}

extension RandomNumberGenerator {
    fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
