// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSWire
package import FCM

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The credentials and environment that were given for a sender, and the results of network tests.
/// A property is `nil`, and causes no findings, if its value was not given or not tested.
package struct CredentialFacts: Sendable {
    /// A key file.
    package struct KeyFile: Sendable {
        package var path: String
        /// The key, or the reason why it cannot be read.
        package var key: Result<ProviderKey, ProviderKeyError>
        /// The key identifier in the file name; `nil` if the file no longer has the name that Apple
        /// gave it.
        package var keyIDInName: String?

        package init(
            path: String, key: Result<ProviderKey, ProviderKeyError>, keyIDInName: String? = nil
        ) {
            self.path = path
            self.key = key
            self.keyIDInName = keyIDInName
        }
    }

    /// A certificate file.
    package struct CertificateFile: Sendable {
        package var path: String
        package var certificate: Result<PushCertificate, PushCertificateError>
        /// The public key of the private key in the file, as SubjectPublicKeyInfo; `nil` if the
        /// file contains no private key.
        package var keyBytes: [UInt8]?

        package init(
            path: String, certificate: Result<PushCertificate, PushCertificateError>,
            keyBytes: [UInt8]? = nil
        ) {
            self.path = path
            self.certificate = certificate
            self.keyBytes = keyBytes
        }
    }

    /// The key file of a Google service account.
    package struct ServiceAccountFile: Sendable {
        package var path: String
        /// The service account, or the reason why it cannot be used.
        package var account: Result<ServiceAccount, ServiceAccount.Problem>

        package init(path: String, account: Result<ServiceAccount, ServiceAccount.Problem>) {
            self.path = path
            self.account = account
        }
    }

    /// The result of connecting to a port.
    package struct Reach: Sendable {
        package var host: String
        package var port: Int
        /// The connection error; `nil` if TLS and HTTP/2 were negotiated.
        package var failure: String?

        package init(host: String, port: Int, failure: String? = nil) {
            self.host = host
            self.port = port
            self.failure = failure
        }
    }

    /// The result of a request to APNs with an invented device token.
    package enum LiveResult: Sendable {
        case rejected(RejectionReason)
        case accepted
        case none(String)
    }

    package var keyFile: KeyFile?
    package var keyID: String?
    package var teamID: String?
    package var certificateFile: CertificateFile?
    /// The provider token that a server sends.
    package var providerToken: Result<UnverifiedProviderToken, ProviderTokenFormatError>?
    /// The service account that sends with FCM.
    package var serviceAccountFile: ServiceAccountFile?
    /// The Firebase projects in the configurations of the apps in the checkout.
    package var firebaseProjects: Set<String> = []
    package var topic: String?
    /// The device token as it was given.
    package var deviceToken: String?
    /// The environment to which the notification is to be sent.
    package var environment: APNSEnvironment?
    /// The environments in the app's entitlements, by build configuration.
    package var declaredEnvironments: [String: APNSEnvironment] = [:]
    /// The difference between this machine's clock and a server's clock, in seconds. It is positive
    /// if this machine's clock is ahead.
    package var clockSkewSeconds: Double?
    /// The reason why the server's time is not available.
    package var clockFailure: String?
    package var reaches: [Reach] = []
    package var liveResult: LiveResult?
    /// The time of this machine.
    package var now: Date

    package init(now: Date) { self.now = now }
}
