// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys of one message, derived from the key pairs of the sender and the browser and from the
/// browser's authentication secret (RFC 8291 section 3).
///
/// The sender makes a new key pair for each message. The public key of this pair is the key
/// identifier of the body.
package struct MessageSecret: Sendable {
    /// The secret that both sides compute from their own private key and the public key of the
    /// other side.
    package let shared: [UInt8]
    /// The input keying material of the content coding.
    package let contentKey: SymmetricKey

    /// Computes the secret on the sender's side.
    package init(
        sender: P256.KeyAgreement.PrivateKey, browser: P256.KeyAgreement.PublicKey,
        authentication: [UInt8]
    ) throws {
        self.init(
            try sender.sharedSecretFromKeyAgreement(with: browser), sender: sender.publicKey,
            browser: browser, authentication: authentication)
    }

    /// Computes the secret on the browser's side.
    package init(
        browser: P256.KeyAgreement.PrivateKey, sender: P256.KeyAgreement.PublicKey,
        authentication: [UInt8]
    ) throws {
        self.init(
            try browser.sharedSecretFromKeyAgreement(with: sender), sender: sender,
            browser: browser.publicKey, authentication: authentication)
    }

    private init(
        _ secret: SharedSecret, sender: P256.KeyAgreement.PublicKey,
        browser: P256.KeyAgreement.PublicKey, authentication: [UInt8]
    ) {
        shared = secret.withUnsafeBytes { Array($0) }
        let info =
            Array("WebPush: info\0".utf8) + Array(browser.x963Representation)
            + Array(sender.x963Representation)
        contentKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: shared), salt: authentication, info: info,
            outputByteCount: 32)
    }
}
