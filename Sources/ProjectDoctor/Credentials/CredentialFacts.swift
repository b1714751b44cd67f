// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a sender would use, as far as it was given, and what the network said about it. Whatever is
/// `nil` was not given or not asked, and nothing is said about it.
public struct CredentialFacts: Sendable {
    /// A key file.
    public struct KeyFile: Sendable {
        public var path: String
        /// The key, or why there is none.
        public var key: Result<ProviderKey, ProviderKeyError>
        /// The identifier that Apple put into the file's name.
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
        /// The public half of the private key beside it, as SubjectPublicKeyInfo; `nil` when there
        /// is no private key in it.
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

    /// What came of connecting to a port.
    public struct Reach: Sendable {
        public var host: String
        public var port: Int
        /// `nil` when TLS and HTTP/2 were agreed on; else what went wrong.
        public var fault: String?

        public init(host: String, port: Int, fault: String? = nil) {
            self.host = host
            self.port = port
            self.fault = fault
        }
    }

    /// What a request with an invented device token got.
    public enum LiveAnswer: Sendable {
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
    /// Where it is to be sent.
    public var environment: APNSEnvironment?
    /// What the app's entitlements say, by build configuration.
    public var declaredEnvironments: [String: APNSEnvironment] = [:]
    /// This machine's clock less a server's, in seconds.
    public var clockSkewSeconds: Double?
    /// Why the time could not be asked.
    public var clockFault: String?
    public var reaches: [Reach] = []
    public var liveAnswer: LiveAnswer?
    /// This machine's time.
    public var now: Date

    public init(now: Date) { self.now = now }
}
