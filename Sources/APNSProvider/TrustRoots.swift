// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import NIOSSL

/// Which authorities a client believes when a server shows its certificate.
public enum TrustRoots: Sendable, Hashable {
    /// Those of the machine, which is right for Apple's servers.
    case system
    /// Only those in this text, one or more PEM certificates: right for a simulator.
    case pem(String)
}

extension TrustRoots {
    /// What a client of Apple's servers asks of TLS: version 1.2 at least, and a certificate of
    /// these authorities for the host's name.
    ///
    /// - Throws: when the text holds no certificates.
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
