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

/// Decrypts bytes that are encrypted with a password. The supported schemes are PBES2 (RFC 8018)
/// and PKCS#12's own older schemes (RFC 7292 appendix C).
struct PasswordEncryption {
    let password: PKCS12Password

    /// - Parameter algorithm: the AlgorithmIdentifier that accompanies the bytes.
    func decrypt(_ bytes: [UInt8], _ algorithm: BERNode) throws(PKCS12Error) -> [UInt8] {
        let (scheme, parameters) = try algorithm.algorithm()
        guard let parameters else { throw .malformed }
        if scheme == Self.pbes2 { return try decryptPBES2(bytes, parameters) }
        guard let old = Self.oldSchemes[scheme] else { throw .unsupported("\(scheme)") }
        let parts = try parameters.children()
        guard parts.count == 2 else { throw .malformed }
        let salt = try parts[0].octets()
        let rounds = try Self.checked(try parts[1].integer())
        func derive(_ purpose: PKCS12Password.Purpose, _ count: Int) -> [UInt8] {
            password.derive(
                purpose, byteCount: count, salt: salt, rounds: rounds, using: Insecure.SHA1.self)
        }
        return try old.cipher.decrypt(
            bytes, key: derive(.encryption, old.keyByteCount),
            vector: derive(.initializationVector, 8))
    }

    static func checked(_ rounds: Int) throws(PKCS12Error) -> Int {
        guard rounds > 0 else { throw .malformed }
        guard rounds <= PKCS12.roundsMax else { throw .tooManyRounds(rounds) }
        return rounds
    }

    // MARK: PBES2

    private func decryptPBES2(
        _ bytes: [UInt8], _ parameters: BERNode
    ) throws(PKCS12Error) -> [UInt8] {
        let parts = try parameters.children()
        guard parts.count == 2 else { throw .malformed }
        let (derivation, derivationParameters) = try parts[0].algorithm()
        let (cipherName, cipherParameters) = try parts[1].algorithm()
        guard derivation == Self.pbkdf2 else { throw .unsupported("\(derivation)") }
        guard let cipher = Self.ciphers[cipherName] else { throw .unsupported("\(cipherName)") }
        guard let derivationParameters, let cipherParameters else { throw .malformed }
        let key = try deriveKey(derivationParameters, cipher.keyByteCount)
        return try cipher.cipher.decrypt(bytes, key: key, vector: try cipherParameters.octets())
    }

    /// Derives a key from a salt, an iteration count, an optional key length and an optional hash
    /// function (RFC 8018 appendix A.2).
    private func deriveKey(_ parameters: BERNode, _ byteCount: Int) throws(PKCS12Error) -> [UInt8] {
        var parts = try parameters.children()
        guard parts.count >= 2 else { throw .malformed }
        let salt = try parts[0].octets()
        let rounds = try Self.checked(try parts[1].integer())
        parts.removeFirst(2)
        if parts.first?.isInteger == true { parts.removeFirst() }
        var function = KDF.Insecure.PBKDF2.HashFunction.insecureSHA1
        if let named = parts.first {
            let (name, _) = try named.algorithm()
            guard let known = Self.functions[name] else { throw .unsupported("\(name)") }
            function = known
        }
        do {
            return try KDF.Insecure.PBKDF2.deriveKey(
                from: password.utf8, salt: salt, using: function, outputByteCount: byteCount,
                unsafeUncheckedRounds: rounds
            ).withUnsafeBytes { Array($0) }
        } catch { throw .malformed }
    }

    // MARK: Tables

    private static let pbes2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 13]
    private static let pbkdf2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 12]

    private struct Scheme {
        let cipher: Cipher
        let keyByteCount: Int
    }

    private static let oldSchemes: [ASN1ObjectIdentifier: Scheme] = [
        [1, 2, 840, 113_549, 1, 12, 1, 3]: Scheme(cipher: .tripleDES, keyByteCount: 24),
        [1, 2, 840, 113_549, 1, 12, 1, 4]: Scheme(cipher: .tripleDES, keyByteCount: 16),
        [1, 2, 840, 113_549, 1, 12, 1, 5]: Scheme(cipher: .rc2, keyByteCount: 16),
        [1, 2, 840, 113_549, 1, 12, 1, 6]: Scheme(cipher: .rc2, keyByteCount: 5),
    ]

    private static let ciphers: [ASN1ObjectIdentifier: Scheme] = [
        [2, 16, 840, 1, 101, 3, 4, 1, 2]: Scheme(cipher: .aes, keyByteCount: 16),
        [2, 16, 840, 1, 101, 3, 4, 1, 22]: Scheme(cipher: .aes, keyByteCount: 24),
        [2, 16, 840, 1, 101, 3, 4, 1, 42]: Scheme(cipher: .aes, keyByteCount: 32),
        [1, 2, 840, 113_549, 3, 7]: Scheme(cipher: .tripleDES, keyByteCount: 24),
    ]

    private static let functions: [ASN1ObjectIdentifier: KDF.Insecure.PBKDF2.HashFunction] = [
        [1, 2, 840, 113_549, 2, 7]: .insecureSHA1,
        [1, 2, 840, 113_549, 2, 8]: .insecureSHA224,
        [1, 2, 840, 113_549, 2, 9]: .sha256,
        [1, 2, 840, 113_549, 2, 10]: .sha384,
        [1, 2, 840, 113_549, 2, 11]: .sha512,
    ]
}

/// A block cipher in CBC mode with the padding of RFC 8018 section 6.1.1.
private enum Cipher {
    case aes, tripleDES, rc2

    /// - Throws: ``PKCS12Error/wrongPassword`` when the padding is invalid.
    func decrypt(
        _ bytes: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(PKCS12Error) -> [UInt8] {
        switch self {
        case .aes:
            guard vector.count == 16 else { throw .malformed }
            do {
                let vector = try AES._CBC.IV(ivBytes: vector)
                return Array(
                    try AES._CBC.decrypt(bytes, using: SymmetricKey(data: key), iv: vector))
            } catch { throw .wrongPassword }
        case .tripleDES:
            let cipher = TripleDES(key: key)
            return try Self.unchain(bytes, vector) { cipher.decrypt($0) }
        case .rc2:
            let cipher = RC2(key: key)
            return try Self.unchain(bytes, vector) { cipher.decrypt($0) }
        }
    }

    private static func unchain(
        _ bytes: [UInt8], _ vector: [UInt8], _ decrypt: (UInt64) -> UInt64
    ) throws(PKCS12Error) -> [UInt8] {
        guard vector.count == 8, !bytes.isEmpty, bytes.count.isMultiple(of: 8) else {
            throw .malformed
        }
        var last = UInt64(bigEndian: vector)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 8) {
            let block = UInt64(bigEndian: bytes[start..<(start + 8)])
            plain += (decrypt(block) ^ last).bigEndianBytes
            last = block
        }
        guard let padding = plain.last, (1...8).contains(padding),
            plain.suffix(Int(padding)).allSatisfy({ $0 == padding })
        else { throw .wrongPassword }
        return Array(plain.dropLast(Int(padding)))
    }
}
