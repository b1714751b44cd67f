// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSWire
package import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TLSConfiguration {
    /// Configures TLS to present this certificate to a server that requests a certificate.
    package mutating func show(_ certificate: ClientCertificate) throws {
        certificateChain = try certificate.chain.map {
            .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
        }
        privateKey = .privateKey(
            try NIOSSLPrivateKey(bytes: certificate.privateKeyDER, format: .der))
    }
}

extension Authentication {
    /// The client certificate to present; `nil` if no certificate is presented.
    var certificate: ClientCertificate? {
        if case .certificate(let certificate) = self { certificate } else { nil }
    }

    /// Returns the reason why no connection to the endpoint may be opened; `nil` if it may be
    /// opened.
    func problem(at endpoint: Endpoint, now: Date) -> String? {
        guard let certificate else { return nil }
        do throws(ClientCertificateError) {
            try certificate.check(for: endpoint.environment, at: now)
            return nil
        } catch { return "the client certificate cannot be used: \(error)" }
    }
}

extension Endpoint {
    /// The environment to which Apple's host belongs; `nil` for every other host.
    package var environment: APNSEnvironment? {
        let name = tlsServerName ?? host
        return APNSEnvironment.allCases.first {
            $0.hostAliases.contains(name) || $0.channelHost == name
        }
    }
}
