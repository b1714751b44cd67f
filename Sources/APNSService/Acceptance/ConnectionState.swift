// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The state of one connection in the service. Create a new value for each connection.
///
/// Apple documents that the first push binds a connection to a team and a kind of key, and that the
/// provider token may not change too often ("Establishing a token-based connection to APNs").
public struct ConnectionState: Hashable, Sendable {
    /// The team and key to which a connection is bound: the team and key of its first valid
    /// provider token.
    struct Binding: Hashable, Sendable {
        let teamID: String
        let keyID: String
        let bundleIDs: Set<String>?
        /// The apps that were registered when the connection was bound, with their teams.
        let apps: [String: String]
    }

    /// The current provider token.
    struct CurrentToken: Hashable, Sendable {
        let text: String
        let keyID: String
        let issuedAt: Date
        let oddities: [String]
        /// The time when the token was first used on this connection.
        let since: Date
    }

    /// The certificate that the client presented.
    package let certificate: SenderCertificate?
    var binding: Binding?
    var token: CurrentToken? { didSet { tokenGeneration += 1 } }
    /// A number that is incremented when ``token`` changes, or when tokens become invalid on this
    /// connection.
    private(set) var tokenGeneration = 0
    var refusalsInARow = 0
    var sawExpiredToken = false { didSet { tokenGeneration += 1 } }
    /// Whether an injected fault has made every provider token invalid.
    var isWedged = false { didSet { tokenGeneration += 1 } }
    /// The number that identifies the connection in the scope of faults; see
    /// ``ServiceFault/connection``.
    package var number = 0
    /// The number that identifies the stream of the current request in the scope of faults.
    package var stream: UInt32 = 0
    /// The maximum number of open streams that was last announced to the client; `nil` before the
    /// first announcement.
    var streamCount: Int?

    /// Whether the client presented a certificate or a valid provider token was processed, so that
    /// more than one stream is allowed.
    public var isAuthenticated: Bool { binding != nil || certificate != nil }

    /// - Parameter certificate: the certificate that the client presented in the TLS handshake, if
    ///   any.
    public init(certificate: SenderCertificate? = nil) { self.certificate = certificate }

    /// Makes the state of a connection within the process. On this connection, an unsigned provider
    /// token is treated as verified.
    ///
    /// - Parameters:
    ///   - authorization: the value of the requests' `authorization` header.
    ///   - keyID: the registered key that is treated as the token's signer.
    package init(trusting authorization: String, keyID: String, issuedAt: Date) {
        certificate = nil
        token = CurrentToken(
            text: authorization, keyID: keyID, issuedAt: issuedAt, oddities: [], since: issuedAt)
    }
}
