// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The check of provider tokens for a service that is used only within its own process. It rejects
/// every token, because connections from ``ConnectionState/init(trusting:keyID:issuedAt:)`` have a
/// token that is already treated as verified.
package struct NoTokenCheck: ProviderTokenCheck {
    package init() {}

    package func check(
        _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<CheckedProviderToken, RejectionReason.Refusal> {
        .failure(.init(authorization == nil ? .missingProviderToken : .invalidProviderToken))
    }
}
