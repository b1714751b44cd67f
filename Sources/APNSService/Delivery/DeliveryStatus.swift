// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The status of an accepted notification at APNs.
///
/// The values follow the categories of Apple's push console ("Viewing the status of push
/// notifications using metrics and APNs").
public enum DeliveryStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case delivered
    case deliveredFromStorage = "delivered from storage"
    case storedDeviceOffline = "stored, device offline"
    case storedSavingPower = "stored, power considerations"
    case discardedExpired = "discarded, expired"
    case discardedUnregistered = "discarded, unregistered"
    case discardedDisabled = "discarded, disabled"
    /// The body was not a JSON object. Apple does not document this status; Bellhop chose it.
    case discardedUndeliverable = "discarded, undeliverable"
    /// A later notification replaced this notification in the store.
    case replacedInStore = "replaced in store"

    /// A broadcast that was delivered to the connected subscribers of its channel.
    case published
    /// A broadcast that its channel stores for offline or future subscribers.
    case storedForFollowers = "kept for followers"
    /// A broadcast to a channel without connected subscribers, which is not stored.
    case publishedWithoutFollowers = "published to nobody"

    /// Whether the notification is still stored for the device.
    public var isWaiting: Bool { self == .storedDeviceOffline || self == .storedSavingPower }
    /// Whether the notification was delivered to the device.
    public var reachedDevice: Bool { self == .delivered || self == .deliveredFromStorage }
}
