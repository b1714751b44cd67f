// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Crypto

extension RegisteredKey {
    /// Reads a key from text in PEM form. The text contains a public key, or the private key of a
    /// `.p8` file, of which only the public part is stored.
    ///
    /// - Throws: ``ProviderKeyError``, which states what the text contains instead of a key, and
    ///   how to fix it.
    package init(
        pem text: String, keyID: String, teamID: String, environment: APNSEnvironment? = nil,
        bundleIDs: Set<String>? = nil
    ) throws(ProviderKeyError) {
        for (name, value) in [("key ID", keyID), ("team ID", teamID)]
        where !ProviderKey.isIdentifier(value) {
            throw .badIdentifier(name: name, value: value)
        }
        let publicKey: P256.Signing.PublicKey
        if text.contains("-----BEGIN PUBLIC KEY-----") {
            do { publicKey = try P256.Signing.PublicKey(pemRepresentation: text) } catch {
                throw .malformed
            }
        } else {
            publicKey = try ProviderKey(p8: text, keyID: keyID, teamID: teamID).publicKey
        }
        self.init(
            keyID: keyID, teamID: teamID, publicKey: publicKey, environment: environment,
            bundleIDs: bundleIDs)
    }
}
