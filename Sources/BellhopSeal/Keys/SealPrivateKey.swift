// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The private key of a key pair. Its secret appears in no description and no dump.
public struct SealPrivateKey: Hashable, Sendable {
    public let publicKey: SealPublicKey
    /// The secret bytes: for X25519 and P-256, the private key's 32 bytes (RFC 9180, section
    /// 7.1.2); for X-Wing, the seed's 32 bytes.
    public let secret: Data

    public var id: String { publicKey.id }
    public var suite: SealSuite { publicKey.suite }

    /// - Parameter id: the key's name in messages; `nil` for its fingerprint.
    /// - Throws: ``SealError``, as ``SealPublicKey/init(id:suite:bytes:)`` does.
    public init(id: String? = nil, suite: SealSuite, secret: Data) throws(SealError) {
        let publicKey = try SealHPKE.publicKey(ofSecret: secret, suite: suite)
        self.publicKey = try SealPublicKey(id: id, suite: suite, bytes: publicKey)
        self.secret = secret
    }

    /// Generates a key pair with the system's random number generator.
    public static func generate(
        id: String? = nil, suite: SealSuite = .x25519
    ) throws(SealError) -> SealPrivateKey {
        try SealPrivateKey(id: id, suite: suite, secret: SealHPKE.makeSecret(suite))
    }
}

extension SealPrivateKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "private key \(id) (\(suite.rawValue))" }
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "suite": suite.rawValue])
    }
}
