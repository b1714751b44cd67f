// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Checks the provider tokens of requests for a service whose own module contains no cryptography.
///
/// `SignedTokenCheck` in `APNSAuth` verifies signatures. Tests of apps send notifications within
/// the process, without provider tokens, so their builds do not need the cryptography libraries.
public protocol ProviderTokenCheck: Sendable {
    /// Checks the `authorization` header of a request as APNs does.
    ///
    /// - Parameters:
    ///   - authorization: the header's value; `nil` when the header is absent.
    ///   - now: the service's time.
    ///   - key: finds a registered key by its identifier.
    /// - Returns: The contents of the token, or the reason with which APNs rejects it.
    func check(
        _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<CheckedProviderToken, RejectionReason.Refusal>
}

/// A provider token whose signature and age are valid.
public struct CheckedProviderToken: Hashable, Sendable {
    /// The age in seconds beyond which a token is rejected. Apple documents this limit.
    public static let ageMax: TimeInterval = 60 * 60

    /// The key that signed the token.
    public let key: RegisteredKey
    /// The `iat` claim.
    public let issuedAt: Date
    /// Descriptions of irregularities that a stricter server might reject.
    public let oddities: [String]

    public init(key: RegisteredKey, issuedAt: Date, oddities: [String] = []) {
        self.key = key
        self.issuedAt = issuedAt
        self.oddities = oddities
    }
}
