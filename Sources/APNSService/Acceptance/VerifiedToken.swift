// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider token whose signature and age are valid, with the key that signed it.
struct VerifiedToken {
    let text: String
    let key: RegisteredKey
    let issuedAt: Date
    /// Descriptions of irregularities that a stricter server might reject.
    let oddities: [String]

    /// Verifies an `authorization` header.
    ///
    /// A connection sends the same token with every request, so the signature of the current token
    /// is not verified again. For every request, however, the age of the token is checked, and the
    /// key must still be registered.
    static func verify(
        _ authorization: String?, now: Date, known: ConnectionState.CurrentToken?,
        with check: any ProviderTokenCheck, key: (String) -> RegisteredKey?
    ) -> Result<VerifiedToken, RejectionReason.Refusal> {
        if let authorization, let known, authorization == known.text,
            let registered = key(known.keyID)
        {
            guard now.timeIntervalSince(known.issuedAt) <= CheckedProviderToken.ageMax else {
                return .failure(.init(.expiredProviderToken))
            }
            return .success(
                VerifiedToken(
                    text: known.text, key: registered, issuedAt: known.issuedAt,
                    oddities: known.oddities))
        }
        return check.check(authorization, now: now, key: key).map { token in
            VerifiedToken(
                text: authorization ?? "", key: token.key, issuedAt: token.issuedAt,
                oddities: token.oddities)
        }
    }
}
