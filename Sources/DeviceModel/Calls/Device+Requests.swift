// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What an app's code asks about its notifications.
extension Device {
    /// Schedules a request, in place of a pending one of the same identifier; one without a trigger
    /// is returned, to be delivered at once (`LCL-1`).
    public mutating func add(
        _ request: NotificationRequest, of bundleID: String, at now: Date
    ) throws(NotificationFailure) -> Incoming? {
        nil
    }

    public mutating func removePending(_ ids: [String]?, of bundleID: String) {}

    /// Removes delivered notifications; all of them when `ids` is `nil` (`RM-1`, `BDG-6`).
    public mutating func removeDelivered(_ ids: [String]?, of bundleID: String) {}

    /// Replaces all categories (`ACT-1`).
    public mutating func setCategories(_ categories: [NotificationCategory], of bundleID: String) {}

    /// When a pending request fires next, seen from now (`LCL-7`).
    public func nextDate(of trigger: NotificationTrigger, at now: Date) -> Date? { nil }

    /// Sets the badge (`BDG-3` to `BDG-5`, `BDG-8`).
    public mutating func setBadge(
        _ count: Int, of bundleID: String, by way: BadgeWay
    ) throws(NotificationFailure) {}
}

/// How an app's code sets its badge.
public enum BadgeWay: Hashable, Sendable {
    /// `setBadgeCount(_:)`.
    case setBadgeCount
    /// `UIApplication.applicationIconBadgeNumber`.
    case iconBadgeNumber
}
