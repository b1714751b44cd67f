// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Conversion and validation of keys.
extension SealHPKE {
    static func check(publicKey bytes: Data, of suite: SealSuite) throws(SealError) {
        let bad = SealError.badKey(
            "the \(bytes.count) bytes are not a valid public key of \(suite.rawValue), which has "
                + "\(suite.publicKeyByteCount) bytes")
        guard suite.hasKeyPairs else { throw .badKey("\(suite.rawValue) has no public keys") }
        guard bytes.count == suite.publicKeyByteCount else { throw bad }
        do {
            switch suite {
            case .x25519: guard isValidPoint(bytes) else { throw bad }
            case .p256: _ = try P256.KeyAgreement.PublicKey(x963Representation: bytes)
            case .xwing:
                guard #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) else {
                    throw SealError.suiteUnavailable(.xwing)
                }
                _ = try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes)
            case .a256gcm: break
            }
        } catch let error as SealError { throw error } catch { throw bad }
    }

    static func publicKey(ofSecret secret: Data, suite: SealSuite) throws(SealError) -> Data {
        guard suite.hasKeyPairs else { throw .badKey("\(suite.rawValue) has no private keys") }
        let bad = SealError.badKey(
            "the \(secret.count) bytes are not a valid private key of \(suite.rawValue), which has "
                + "\(suite.secretKeyByteCount) bytes")
        guard secret.count == suite.secretKeyByteCount else { throw bad }
        do {
            switch suite {
            case .x25519:
                return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)
                    .publicKey.rawRepresentation
            case .p256:
                return try P256.KeyAgreement.PrivateKey(rawRepresentation: secret)
                    .publicKey.x963Representation
            case .xwing:
                guard #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) else {
                    throw SealError.suiteUnavailable(.xwing)
                }
                return try XWingMLKEM768X25519.PrivateKey(
                    seedRepresentation: secret, publicKey: nil
                ).publicKey.rawRepresentation
            case .a256gcm: throw bad
            }
        } catch let error as SealError { throw error } catch { throw bad }
    }

    static func makeSecret(_ suite: SealSuite) throws(SealError) -> Data {
        switch suite {
        case .x25519: return Curve25519.KeyAgreement.PrivateKey().rawRepresentation
        case .p256: return P256.KeyAgreement.PrivateKey().rawRepresentation
        case .xwing:
            guard #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) else {
                throw .suiteUnavailable(.xwing)
            }
            do { return try XWingMLKEM768X25519.PrivateKey.generate().seedRepresentation } catch {
                throw .badKey("no key could be created")
            }
        case .a256gcm: throw .badKey("a256gcm uses shared keys and has no private keys")
        }
    }

    /// Returns whether bytes are a safe X25519 public key. A point of low order, such as all zeros,
    /// is not safe, because everyone would know the shared secret (RFC 9180, section 7.1.4). The
    /// function recognizes such a point by a key agreement, which results in zeros for every
    /// private key.
    static func isValidPoint(_ bytes: Data) -> Bool {
        let anyKey = Data(repeating: 8, count: 32)
        guard let point = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: anyKey),
            let secret = try? key.sharedSecretFromKeyAgreement(with: point)
        else { return false }
        return secret.withUnsafeBytes { $0.contains { $0 != 0 } }
    }
}
