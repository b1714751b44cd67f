// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Checks the provider tokens of requests for a service that knows no cryptography itself.
///
/// `APNSAuth` has the check of signatures, `SignedTokenCheck`. Tests of apps push in process and
/// need none, which keeps the libraries of cryptography out of their builds.
public protocol ProviderTokenCheck: Sendable {
    /// Checks the `authorization` header of a request as APNs does.
    ///
    /// - Parameters:
    ///   - authorization: the header's value, `nil` when there is none.
    ///   - now: the service's time.
    ///   - key: finds a registered key by its identifier.
    /// - Returns: what the token says, or the reason that APNs gives.
    func check(
        _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<CheckedProviderToken, RejectionReason.Refusal>
}

/// A provider token whose signature and age are good.
public struct CheckedProviderToken: Hashable, Sendable {
    /// Documented: a token is refused from this age on, in seconds.
    public static let ageMax: TimeInterval = 60 * 60

    /// The key that signed it.
    public let key: RegisteredKey
    /// The `iat` claim.
    public let issuedAt: Date
    /// Forms of the token that a stricter server might refuse, each in words.
    public let oddities: [String]

    public init(key: RegisteredKey, issuedAt: Date, oddities: [String] = []) {
        self.key = key
        self.issuedAt = issuedAt
        self.oddities = oddities
    }
}
