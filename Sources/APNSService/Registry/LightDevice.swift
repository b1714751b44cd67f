// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A light device in a given state: one app with one token, without a simulated phone that receives
/// pushes.
package struct LightDevice: Hashable, Sendable {
    /// The time and the cause of a token's invalidation.
    package struct End: Hashable, Sendable {
        /// The reason of the rejections, `Unregistered` or `ExpiredToken`.
        package var reason: RejectionReason
        package var since: Date

        package init(_ reason: RejectionReason, since: Date) {
            self.reason = reason
            self.since = since
        }
    }

    package var id: String
    package var bundleID: String
    package var environment: APNSEnvironment
    /// The device token. If it is `nil`, the device keeps its current token or, without one, gets a
    /// random token.
    package var token: DeviceToken?
    package var isOnline = true
    package var isSavingPower = false
    /// The time and the cause of the token's invalidation; `nil` while the token is valid.
    package var end: End?

    package init(id: String, bundleID: String, environment: APNSEnvironment = .sandbox) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
    }
}
