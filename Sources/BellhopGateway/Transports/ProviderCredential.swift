// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The service account of a Firebase project, or the VAPID key of a site, for one app. The
/// description does not include the secret.
package struct ProviderCredential: Hashable, Sendable {
    package var bundleID: String
    package var transport: PushTransport
    /// The JSON of the service account, or the VAPID key as PEM. It is secret.
    package var secret: String
    package var facts: ProviderFacts
    /// Whether nothing is sent for the app; see ``StoredApp/isShadow``.
    package var isShadow = false

    /// The identity of this credential, which changes whenever a different credential is uploaded.
    var identity: String {
        "\(transport.rawValue)/\(facts.fingerprint)/\(facts.subject ?? "")/\(facts.navigate ?? "")"
    }
}

/// The facts about a credential for FCM or Web Push that may be shown.
package struct ProviderFacts: Hashable, Sendable {
    /// The project of the service account, or the public key of a VAPID key.
    package var name: String
    /// The e-mail address of the service account.
    package var account: String?
    /// The identifier of the service account's private key.
    package var keyID: String?
    /// How push services reach the sender: a `mailto:` or `https:` URL.
    package var subject: String?
    /// The URL that a click opens if the message names none.
    package var navigate: String?
    /// The SHA-256 of the secret, in hex.
    package var fingerprint: String
    package var updatedAt: Date
    /// Whether the master key does not open the secret.
    package var isLocked = false
}

extension ProviderCredential: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package var description: String { "\(transport.displayName) credential \(facts.name)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["name": facts.name]) }
}
