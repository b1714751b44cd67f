// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The one notification that waits for an app on a device.
///
/// Documented: APNs keeps one for each app and device, until its expiration or 30 days at most
/// ("Sending notification requests to APNs").
struct StoredPush: Hashable, Sendable, Codable {
    /// Where it waits.
    struct Slot: Hashable, Sendable, Codable {
        let deviceID: String
        let bundleID: String
    }

    let slot: Slot
    var push: DevicePush
    /// Its entry in the log.
    let logSequence: Int

    /// When it is dropped.
    var expiresAt: Date {
        let latest = push.acceptedAt + PushExpiration.storageMax.inSeconds
        return min(push.expiration?.date ?? latest, latest)
    }
}
