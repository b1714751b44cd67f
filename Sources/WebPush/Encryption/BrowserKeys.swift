// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The secrets of a subscription. Only the browser knows them; a real push service does not. The
/// simulated push service has them so that it can show the messages that it received.
package struct BrowserKeys: Sendable {
    package let privateKey: P256.KeyAgreement.PrivateKey
    /// 16 random bytes.
    package let authentication: [UInt8]

    /// Makes new keys.
    package init() {
        privateKey = P256.KeyAgreement.PrivateKey()
        authentication = Self.randomBytes()
    }

    package init(privateKey: P256.KeyAgreement.PrivateKey, authentication: [UInt8]) {
        self.privateKey = privateKey
        self.authentication = authentication
    }

    /// Returns the subscription that the browser gives to the site.
    package func subscription(endpoint: String) throws(PushSubscription.Problem) -> PushSubscription
    {
        try PushSubscription(
            endpoint: endpoint, browserKey: Array(privateKey.publicKey.x963Representation),
            authentication: authentication)
    }

    /// Decrypts the body of a message.
    package func open(_ body: some Collection<UInt8>) throws(EncryptedContent.Problem) -> [UInt8] {
        let content = try EncryptedContent(bytes: body)
        guard
            let sender = try? P256.KeyAgreement.PublicKey(
                x963Representation: content.keyIdentifier),
            let secret = try? MessageSecret(
                browser: privateKey, sender: sender, authentication: authentication)
        else { throw .notAuthentic(record: 0) }
        return try content.decrypted(key: secret.contentKey, isSingleRecord: true)
    }

    static func randomBytes() -> [UInt8] {
        SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    }
}

extension BrowserKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "keys of a browser" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
