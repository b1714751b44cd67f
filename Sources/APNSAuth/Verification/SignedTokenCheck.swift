// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Verifies the signatures of provider tokens with the registered public keys. A service that is
/// reachable over a network requires this check.
public struct SignedTokenCheck: ProviderTokenCheck {
    public init() {}

    public func check(
        _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<CheckedProviderToken, RejectionReason.Refusal> {
        ProviderTokenVerifier.verify(authorization: authorization, now: now, key: key)
            .map { registered in
                let token = Self.unverified(authorization ?? "")
                return CheckedProviderToken(
                    key: registered, issuedAt: token?.issuedAt ?? now,
                    oddities: token?.oddities ?? [])
            }
    }

    private static func unverified(_ authorization: String) -> UnverifiedProviderToken? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        return parts.count == 2 ? try? UnverifiedProviderToken(parts[1]) : nil
    }
}
