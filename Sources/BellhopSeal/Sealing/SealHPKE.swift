// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The calls to HPKE (RFC 9180, single-shot) and AES-GCM; the only code that names Crypto's suites.
///
/// Crypto's errors differ by platform and help an attacker more than the user; all are converted to
/// ``SealError/notAuthentic`` or ``SealError/badKey(_:)``.
enum SealHPKE {
    /// The data to which a message is bound besides its key. Both sides must use the same bytes.
    struct Binding {
        var info: Data
        var aad: Data
    }

    /// Seals a message for a public key.
    static func seal(
        _ plaintext: Data, to recipient: SealPublicKey, from sender: SealPrivateKey?,
        binding: Binding
    ) throws(SealError) -> (encapsulatedKey: Data, ciphertext: Data) {
        do {
            switch recipient.suite {
            case .x25519:
                return try seal(
                    plaintext,
                    to: Curve25519.KeyAgreement.PublicKey(
                        rawRepresentation: recipient.bytes),
                    from: sender.map {
                        try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0.secret)
                    },
                    suite: .Curve25519_SHA256_ChachaPoly, binding: binding)
            case .p256:
                return try seal(
                    plaintext, to: P256.KeyAgreement.PublicKey(x963Representation: recipient.bytes),
                    from: sender.map {
                        try P256.KeyAgreement.PrivateKey(rawRepresentation: $0.secret)
                    },
                    suite: .P256_SHA256_AES_GCM_256, binding: binding)
            case .xwing:
                guard #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) else {
                    throw SealError.suiteUnavailable(.xwing)
                }
                var context = try HPKE.Sender(
                    recipientKey: XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient.bytes),
                    ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256, info: binding.info)
                let ciphertext = try context.seal(plaintext, authenticating: binding.aad)
                return (context.encapsulatedKey, Data(ciphertext))
            case .a256gcm: throw SealError.badKey("a256gcm has no public keys")
            }
        } catch let error as SealError { throw error } catch {
            throw .badKey("the key \(recipient.id) cannot be used")
        }
    }

    /// Opens a message with a private key.
    static func open(
        _ ciphertext: Data, encapsulatedKey: Data, with key: SealPrivateKey,
        from sender: SealPublicKey?, binding: Binding
    ) throws(SealError) -> Data {
        do {
            switch key.suite {
            case .x25519:
                guard isValidPoint(encapsulatedKey) else { throw SealError.notAuthentic }
                return try open(
                    ciphertext, encapsulatedKey,
                    with: Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key.secret),
                    from: sender.map {
                        try Curve25519.KeyAgreement.PublicKey(rawRepresentation: $0.bytes)
                    },
                    suite: .Curve25519_SHA256_ChachaPoly, binding: binding)
            case .p256:
                return try open(
                    ciphertext, encapsulatedKey,
                    with: P256.KeyAgreement.PrivateKey(rawRepresentation: key.secret),
                    from: sender.map {
                        try P256.KeyAgreement.PublicKey(x963Representation: $0.bytes)
                    },
                    suite: .P256_SHA256_AES_GCM_256, binding: binding)
            case .xwing:
                guard #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) else {
                    throw SealError.suiteUnavailable(.xwing)
                }
                var context = try HPKE.Recipient(
                    privateKey: XWingMLKEM768X25519.PrivateKey(
                        seedRepresentation: key.secret, publicKey: nil),
                    ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256, info: binding.info,
                    encapsulatedKey: encapsulatedKey)
                return try context.open(ciphertext, authenticating: binding.aad)
            case .a256gcm: throw SealError.badKey("a256gcm has no private keys")
            }
        } catch let error as SealError { throw error } catch { throw .notAuthentic }
    }

    private static func seal<Key: HPKEDiffieHellmanPrivateKey>(
        _ plaintext: Data, to recipient: Key.PublicKey, from sender: Key?,
        suite: HPKE.Ciphersuite, binding: Binding
    ) throws -> (encapsulatedKey: Data, ciphertext: Data) {
        var context =
            if let sender {
                try HPKE.Sender(
                    recipientKey: recipient, ciphersuite: suite, info: binding.info,
                    authenticatedBy: sender)
            } else {
                try HPKE.Sender(
                    recipientKey: recipient, ciphersuite: suite, info: binding.info)
            }
        let ciphertext = try context.seal(plaintext, authenticating: binding.aad)
        // Crypto's ciphertext is a slice of a longer value, whose indices do not start at 0.
        return (context.encapsulatedKey, Data(ciphertext))
    }

    private static func open<Key: HPKEDiffieHellmanPrivateKey>(
        _ ciphertext: Data, _ encapsulatedKey: Data, with key: Key, from sender: Key.PublicKey?,
        suite: HPKE.Ciphersuite, binding: Binding
    ) throws -> Data {
        var context =
            if let sender {
                try HPKE.Recipient(
                    privateKey: key, ciphersuite: suite, info: binding.info,
                    encapsulatedKey: encapsulatedKey, authenticatedBy: sender)
            } else {
                try HPKE.Recipient(
                    privateKey: key, ciphersuite: suite, info: binding.info,
                    encapsulatedKey: encapsulatedKey)
            }
        return try context.open(ciphertext, authenticating: binding.aad)
    }
}

// MARK: Shared key

extension SealHPKE {
    /// Seals with a shared key; the result combines nonce, ciphertext and tag. The nonce is random,
    /// so a key may be used for 2^32 messages (NIST SP 800-38D, section 8.3).
    static func seal(
        _ plaintext: Data, with key: SealSharedKey, binding: Binding
    ) throws(SealError) -> Data {
        do {
            let box = try AES.GCM.seal(
                plaintext, using: SymmetricKey(data: key.secret),
                authenticating: binding.info + binding.aad)
            guard let combined = box.combined else {
                throw SealError.badKey("the key \(key.id) cannot be used")
            }
            return Data(combined)
        } catch { throw .badKey("the key \(key.id) cannot be used") }
    }

    static func open(
        _ combined: Data, with key: SealSharedKey, binding: Binding
    ) throws(SealError) -> Data {
        do {
            return try AES.GCM.open(
                AES.GCM.SealedBox(combined: combined), using: SymmetricKey(data: key.secret),
                authenticating: binding.info + binding.aad)
        } catch { throw .notAuthentic }
    }
}
