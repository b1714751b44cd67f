// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What the service remembers about one connection. Begin a connection with a new one.
///
/// Documented: the first push fixes a connection to a team and a kind of key, and provider tokens
/// may not change too often on it ("Establishing a token-based connection to APNs").
public struct ConnectionState: Hashable, Sendable {
    /// The key that the first valid request was signed with.
    struct Binding: Hashable, Sendable {
        let teamID: String
        let keyID: String
        let bundleIDs: Set<String>?
    }

    /// The provider token in use.
    struct CurrentToken: Hashable, Sendable {
        let text: String
        let keyID: String
        let issuedAt: Date
        let oddities: [String]
        /// When it was first used on this connection.
        let since: Date
    }

    /// The certificate that the client showed.
    let certificate: SenderCertificate?
    var binding: Binding?
    var token: CurrentToken?
    var refusalsInARow = 0
    var sawExpiredToken = false
    /// How many streams the client was last told it may have open; `nil` before it was told.
    var streamCount: Int?

    /// Whether a certificate came, or a valid provider token was processed, so that more than one
    /// stream is allowed.
    public var isAuthenticated: Bool { binding != nil || certificate != nil }

    /// - Parameter certificate: what the client showed in the TLS handshake, if anything.
    public init(certificate: SenderCertificate? = nil) { self.certificate = certificate }

    /// A connection within the process: a provider token counts as verified that no one signed.
    ///
    /// - Parameters:
    ///   - authorization: the value of the `authorization` header that the requests carry.
    ///   - keyID: the registered key that is said to have signed it.
    package init(trusting authorization: String, keyID: String, issuedAt: Date) {
        certificate = nil
        token = CurrentToken(
            text: authorization, keyID: keyID, issuedAt: issuedAt, oddities: [], since: issuedAt)
    }
}
