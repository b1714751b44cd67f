// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The algorithms with which a message is sealed; the raw value is their name in messages.
///
/// Sources: RFC 9180, section 7, for the first three; draft-connolly-cfrg-xwing-kem for X-Wing.
public enum SealSuite: String, Hashable, Sendable, Codable, CaseIterable {
    /// DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305: the recommended suite.
    case x25519
    /// DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM: for environments that permit only
    /// NIST's algorithms.
    case p256
    /// X-Wing (ML-KEM-768 and X25519), HKDF-SHA256, AES-256-GCM: resists quantum computers.
    /// Available since iOS 26; see ``isAvailable``. The suite has no sender authentication.
    case xwing
    /// AES-256-GCM with a key that both sides have.
    case a256gcm

    /// Whether this machine can seal and open with this suite.
    public var isAvailable: Bool {
        guard self == .xwing else { return true }
        if #available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *) { return true }
        return false
    }

    /// Whether a message can prove which key sealed it. RFC 9180's mode Auth needs a Diffie-Hellman
    /// key, which X-Wing does not have.
    public var knowsSenders: Bool { self == .x25519 || self == .p256 }

    /// Whether the recipient has a key pair, as opposed to a key that both sides share.
    public var hasKeyPairs: Bool { self != .a256gcm }

    /// The number of bytes of a serialized public key (RFC 9180, section 7.1, `Npk`); 0 for a suite
    /// without key pairs.
    public var publicKeyByteCount: Int {
        switch self {
        case .x25519: 32
        case .p256: 65
        case .xwing: 1_216
        case .a256gcm: 0
        }
    }

    /// The number of bytes of a private or shared key. X-Wing's key is the seed from which the pair
    /// is generated.
    public var secretKeyByteCount: Int { 32 }

    /// The number of bytes of the encapsulated key (RFC 9180, section 7.1, `Nenc`); 0 for a suite
    /// without key pairs.
    public var encapsulatedKeyByteCount: Int {
        switch self {
        case .x25519: 32
        case .p256: 65
        case .xwing: 1_120
        case .a256gcm: 0
        }
    }

    /// The number of bytes by which the ciphertext is longer than the content: the tag and, with a
    /// shared key, the nonce.
    public var ciphertextExcessByteCount: Int { self == .a256gcm ? 12 + 16 : 16 }
}
