// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key pair by which a site identifies itself to push services (RFC 8292). A subscription that
/// was created with a public key accepts only messages that are signed with its private key.
package struct VAPIDKey: Sendable {
    package let privateKey: P256.Signing.PrivateKey

    /// Makes a new key.
    package init() { privateKey = P256.Signing.PrivateKey() }

    package init(privateKey: P256.Signing.PrivateKey) { self.privateKey = privateKey }

    /// Reads a key in the forms in which tools store it: PEM, or 32 bytes in base64url, as the
    /// web-push tools print it.
    ///
    /// - Returns: `nil` for any other text.
    package init?(text: String) {
        let text = String(
            text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if text.hasPrefix("-----BEGIN") {
            guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
                return nil
            }
            privateKey = key
        } else {
            guard let bytes = Base64URL.decodeLeniently(text), bytes.count == 32,
                let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
            else { return nil }
            privateKey = key
        }
    }

    /// The public key as `pushManager.subscribe()` takes it in `applicationServerKey`: 65 bytes in
    /// base64url.
    package var publicKeyText: String {
        Base64URL.encode(privateKey.publicKey.x963Representation)
    }

    /// The private key as PKCS#8 in PEM. It is secret.
    package var pem: String { privateKey.pemRepresentation + "\n" }
}

extension VAPIDKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "VAPID key \(publicKeyText.prefix(12))…" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKeyText]) }
}
