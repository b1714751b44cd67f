// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The check for a service that is used only within its own process, through
/// ``ConnectionState/init(trusting:keyID:issuedAt:)``: every other token is invalid.
package struct NoTokenCheck: ProviderTokenCheck {
    package init() {}

    package func check(
        _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<CheckedProviderToken, RejectionReason.Refusal> {
        .failure(.init(authorization == nil ? .missingProviderToken : .invalidProviderToken))
    }
}
