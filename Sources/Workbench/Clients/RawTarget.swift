// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A server, with the key that signs the provider tokens for this server.
package struct RawTarget: Sendable {
    package let host: String
    package let port: Int
    private let trust: TrustRoots
    private let key: ProviderKey
    private let connectionCountMax: Int
    private let timeout: Duration

    package init(
        host: String, port: Int, trust: TrustRoots, key: ProviderKey,
        connectionCountMax: Int = .max, timeout: Duration = .seconds(30)
    ) {
        self.host = host
        self.port = port
        self.trust = trust
        self.key = key
        self.connectionCountMax = connectionCountMax
        self.timeout = timeout
    }

    package var name: String { "\(host):\(port)" }

    /// - Throws: ``WorkFailure`` if the trusted authority is not a certificate.
    func makeSender() throws(WorkFailure) -> RawSender {
        do {
            return try RawSender(
                host: host, port: port, trust: trust, connectionCountMax: connectionCountMax,
                timeout: timeout)
        } catch {
            throw WorkFailure(
                .badInput, "the authority is not a certificate in PEM form; check the file of --ca")
        }
    }

    /// Returns the value of the header `authorization`.
    func authorization(at now: Date) throws(WorkFailure) -> String {
        do { return try ProviderToken(signedBy: key, issuedAt: now).authorizationValue } catch {
            throw WorkFailure(.badInput, "the key cannot sign a provider token; check its file")
        }
    }
}
