// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import NIOSSL

/// The certificate authorities that a client trusts.
public enum TrustRoots: Sendable, Hashable {
    /// The system's authorities, which are appropriate for Apple's servers.
    case system
    /// Only the authorities whose certificates are in this PEM text. The text contains at least one
    /// certificate. This case is appropriate for a simulator.
    case pem(String)
}

extension TrustRoots {
    /// Makes the TLS configuration of a client. It requires TLS 1.2 or later, and verifies that the
    /// server's certificate is for the host name and is signed by these authorities.
    ///
    /// - Throws: An error when the text contains no certificates.
    package func makeTLSConfiguration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        switch self {
        case .system: configuration.trustRoots = .default
        case .pem(let text):
            configuration.trustRoots = .certificates(
                try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)))
        }
        return configuration
    }
}
