// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSProvider

/// A sender's credential, which is a key or a certificate.
package enum SenderCredential: Sendable {
    case key(ProviderKey)
    case certificate(ClientCertificate)

    package var authentication: Authentication {
        switch self {
        case .key(let key): .providerToken(ProviderTokenSource(key: key))
        case .certificate(let certificate): .certificate(certificate)
        }
    }
}
