// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PKCS12 {
    /// Reads a file.
    ///
    /// - Parameter password: the password. If `nil`, the function tries both encodings of a missing
    ///   password.
    static func read(
        _ bytes: [UInt8], password: String?
    ) throws(PKCS12Error) -> Contents {
        guard bytes.count <= byteCountMax else { throw .malformed }
        let parts = try BERNode(reading: bytes).children()
        guard (2...3).contains(parts.count), try parts[0].integer() == 3 else { throw .malformed }
        let content = try parts[1].children()
        guard content.count == 2 else { throw .malformed }
        let kind = try content[0].identifier()
        guard kind == OID.data else { throw .unsupported("signed by a certificate, \(kind)") }
        let safe = try content[1].tagged(0).octets()
        let tries =
            password.map { [PKCS12Password($0)] } ?? [PKCS12Password(""), PKCS12Password.none]
        for password in tries {
            let isLast = password.wide == tries[tries.count - 1].wide
            do throws(PKCS12Error) {
                if parts.count == 3 {
                    guard try isAuthentic(safe, parts[2], password) else { throw .wrongPassword }
                }
                var reader = PKCS12Reader(encryption: PasswordEncryption(password: password))
                try reader.readSafe(safe)
                return reader.contents
            } catch  where error == .wrongPassword && !isLast { continue }
        }
        throw .wrongPassword
    }

    /// Verifies the message authentication code of the content (RFC 7292 section 4, MacData).
    private static func isAuthentic(
        _ content: [UInt8], _ mac: BERNode, _ password: PKCS12Password
    ) throws(PKCS12Error) -> Bool {
        let parts = try mac.children()
        guard (2...3).contains(parts.count) else { throw .malformed }
        let digest = try parts[0].children()
        guard digest.count == 2 else { throw .malformed }
        let (hash, _) = try digest[0].algorithm()
        let code = try digest[1].octets()
        let salt = try parts[1].octets()
        let rounds =
            parts.count == 3 ? try PasswordEncryption.checked(try parts[2].integer()) : 1
        func isValid<Hash: HashFunction>(_: Hash.Type) -> Bool {
            let key = password.derive(
                .authentication, byteCount: Hash.Digest.byteCount, salt: salt, rounds: rounds,
                using: Hash.self)
            return HMAC<Hash>.isValidAuthenticationCode(
                code, authenticating: content, using: SymmetricKey(data: key))
        }
        switch hash {
        case OID.sha1: return isValid(Insecure.SHA1.self)
        case OID.sha256: return isValid(SHA256.self)
        case OID.sha384: return isValid(SHA384.self)
        case OID.sha512: return isValid(SHA512.self)
        default: throw .unsupported("\(hash)")
        }
    }
}

/// Reads the safes of a file, and the bags in the safes (RFC 7292 section 4).
private struct PKCS12Reader {
    let encryption: PasswordEncryption
    var contents = PKCS12.Contents()

    /// Reads safes, each of which is plain or encrypted.
    mutating func readSafe(_ bytes: [UInt8]) throws(PKCS12Error) {
        for safe in try BERNode(reading: bytes).children() {
            let parts = try safe.children()
            guard parts.count == 2 else { throw .malformed }
            let content = try parts[1].tagged(0)
            switch try parts[0].identifier() {
            case PKCS12.OID.data:
                try readBags(BERNode(reading: try content.octets()), depth: 0)
            case PKCS12.OID.encryptedData:
                try readBags(inside(try decrypted(content)), depth: 0)
            case let kind: throw .unsupported("encrypted for a certificate, \(kind)")
            }
        }
    }

    /// Decrypts EncryptedData, which consists of a version, a type, an algorithm and bytes (RFC
    /// 2315 section 13).
    private func decrypted(_ data: BERNode) throws(PKCS12Error) -> [UInt8] {
        let parts = try data.children()
        guard parts.count >= 2 else { throw .malformed }
        let content = try parts[1].children()
        guard content.count == 3 else { throw .malformed }
        return try encryption.decrypt(try content[2].implicitOctets(0), content[1])
    }

    /// Parses decrypted bytes. If they are not ASN.1, the padding was valid only by chance, and the
    /// password is wrong.
    private func inside(_ bytes: [UInt8]) throws(PKCS12Error) -> BERNode {
        do { return try BERNode(reading: bytes) } catch { throw .wrongPassword }
    }

    private mutating func readBags(_ list: BERNode, depth: Int) throws(PKCS12Error) {
        guard depth < PKCS12.depthMax else { throw .malformed }
        for bag in try list.children() {
            let parts = try bag.children()
            guard parts.count >= 2 else { throw .malformed }
            let value = try parts[1].tagged(0)
            switch try parts[0].identifier() {
            case PKCS12.OID.keyBag: contents.privateKeys.append(value.encoded)
            case PKCS12.OID.shroudedKeyBag:
                contents.privateKeys.append(try Self.key(value, encryption))
            case PKCS12.OID.certificateBag: try readCertificate(value)
            case PKCS12.OID.safeContentsBag: try readBags(value, depth: depth + 1)
            default: break  // Revocation lists and secrets are not needed here.
            }
            guard contents.certificates.count + contents.privateKeys.count <= PKCS12.bagCountMax
            else { throw .malformed }
        }
    }

    private mutating func readCertificate(_ bag: BERNode) throws(PKCS12Error) {
        let parts = try bag.children()
        guard parts.count == 2 else { throw .malformed }
        guard try parts[0].identifier() == PKCS12.OID.x509 else { return }
        contents.certificates.append(try parts[1].tagged(0).octets())
    }

    /// Decrypts EncryptedPrivateKeyInfo, which consists of an algorithm and bytes (RFC 5958 section
    /// 3).
    static func key(
        _ node: BERNode, _ encryption: PasswordEncryption
    ) throws(PKCS12Error) -> [UInt8] {
        let parts = try node.children()
        guard parts.count == 2 else { throw .malformed }
        return try encryption.decrypt(try parts[1].octets(), parts[0])
    }
}

extension PKCS12 {
    /// Reads a password-protected PKCS#8 key, as in a PEM block `ENCRYPTED PRIVATE KEY`.
    static func readKey(_ der: [UInt8], password: String) throws(PKCS12Error) -> [UInt8] {
        let encryption = PasswordEncryption(password: PKCS12Password(password))
        let key = try PKCS12Reader.key(try BERNode(reading: der), encryption)
        guard (try? BERNode(reading: key)) != nil else { throw .wrongPassword }
        return key
    }
}
