// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The single notification that is stored for an app on a device.
///
/// Apple documents that APNs stores one notification for each app and device, until its expiration
/// or for at most 30 days ("Sending notification requests to APNs").
struct StoredPush: Hashable, Sendable, Codable {
    /// The key under which a notification is stored: one app on one device.
    struct Slot: Hashable, Sendable, Codable {
        let deviceID: String
        let bundleID: String
    }

    let slot: Slot
    var push: DevicePush
    /// The number that identifies the notification's log entry.
    let logSequence: Int

    /// The time when the notification is discarded.
    var expiresAt: Date {
        let latest = push.acceptedAt + PushExpiration.storageMax.inSeconds
        return min(push.expiration?.date ?? latest, latest)
    }
}
