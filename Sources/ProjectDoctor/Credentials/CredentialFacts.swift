// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A sender's credentials and environment as given, and the results of network tests. A property
/// that is `nil` was not given or not tested, and is not reported.
public struct CredentialFacts: Sendable {
    /// A key file.
    public struct KeyFile: Sendable {
        public var path: String
        /// The key, or the reason why there is none.
        public var key: Result<ProviderKey, ProviderKeyError>
        /// The key identifier that Apple put into the file's name.
        public var keyIDInName: String?

        public init(
            path: String, key: Result<ProviderKey, ProviderKeyError>, keyIDInName: String? = nil
        ) {
            self.path = path
            self.key = key
            self.keyIDInName = keyIDInName
        }
    }

    /// A certificate file.
    public struct CertificateFile: Sendable {
        public var path: String
        public var certificate: Result<PushCertificate, PushCertificateError>
        /// The public key of the private key in the file, as SubjectPublicKeyInfo; `nil` if the
        /// file contains no private key.
        public var keyBytes: [UInt8]?

        public init(
            path: String, certificate: Result<PushCertificate, PushCertificateError>,
            keyBytes: [UInt8]? = nil
        ) {
            self.path = path
            self.certificate = certificate
            self.keyBytes = keyBytes
        }
    }

    /// The result of connecting to a port.
    public struct Reach: Sendable {
        public var host: String
        public var port: Int
        /// The error; `nil` if TLS and HTTP/2 were negotiated.
        public var failure: String?

        public init(host: String, port: Int, failure: String? = nil) {
            self.host = host
            self.port = port
            self.failure = failure
        }
    }

    /// The response to a request with an invented device token.
    public enum LiveResult: Sendable {
        case rejected(RejectionReason)
        case accepted
        case none(String)
    }

    public var keyFile: KeyFile?
    public var keyID: String?
    public var teamID: String?
    public var certificateFile: CertificateFile?
    /// The provider token that a server sends.
    public var providerToken: Result<UnverifiedProviderToken, ProviderTokenFormatError>?
    public var topic: String?
    /// The device token as it was given.
    public var deviceToken: String?
    /// The environment to which it is to be sent.
    public var environment: APNSEnvironment?
    /// The environments in the app's entitlements, by build configuration.
    public var declaredEnvironments: [String: APNSEnvironment] = [:]
    /// The difference of this machine's clock from a server's, in seconds.
    public var clockSkewSeconds: Double?
    /// The reason why the time is not available.
    public var clockFailure: String?
    public var reaches: [Reach] = []
    public var liveResult: LiveResult?
    /// This machine's time.
    public var now: Date

    public init(now: Date) { self.now = now }
}
