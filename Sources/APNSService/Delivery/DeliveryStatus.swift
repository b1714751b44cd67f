// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What became of an accepted notification on Apple's side.
///
/// The words follow those that Apple's push console counts by ("Viewing the status of push
/// notifications using metrics and APNs").
public enum DeliveryStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case delivered
    case deliveredFromStorage = "delivered from storage"
    case storedDeviceOffline = "stored, device offline"
    case storedSavingPower = "stored, power considerations"
    case discardedExpired = "discarded, expired"
    case discardedUnregistered = "discarded, unregistered"
    case discardedDisabled = "discarded, disabled"
    /// Chosen: what a body that is not a JSON object leads to.
    case discardedUndeliverable = "discarded, undeliverable"
    /// A later notification took its place in the store.
    case replacedInStore = "replaced in store"

    /// A broadcast that was handed to those followers of its channel that are connected.
    case published
    /// A broadcast that its channel keeps for followers that are away or still to come.
    case keptForFollowers = "kept for followers"
    /// A broadcast that no connected device follows and that is not kept.
    case publishedToNobody = "published to nobody"

    /// Whether it still waits for the device.
    public var isWaiting: Bool { self == .storedDeviceOffline || self == .storedSavingPower }
    /// Whether it was handed to the device.
    public var reachedDevice: Bool { self == .delivered || self == .deliveredFromStorage }
}
