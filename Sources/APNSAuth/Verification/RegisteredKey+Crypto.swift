// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Crypto

extension RegisteredKey {
    /// Makes a registered key from a public key.
    public init(
        keyID: String, teamID: String, publicKey: P256.Signing.PublicKey,
        environment: APNSEnvironment? = nil, bundleIDs: Set<String>? = nil
    ) {
        self.init(
            keyID: keyID, teamID: teamID, publicKeyPEM: publicKey.pemRepresentation,
            environment: environment, bundleIDs: bundleIDs)
    }

    /// The public key; `nil` when its text cannot be parsed.
    public var publicKey: P256.Signing.PublicKey? {
        try? P256.Signing.PublicKey(pemRepresentation: publicKeyPEM)
    }
}
