// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Whether an app may use Live Activities.
extension Device {
    /// Returns the value of `areActivitiesEnabled`: whether the app declares Live Activities and
    /// the person has not turned them off. The permission for notifications does not matter
    /// (`LA-2`).
    public func areActivitiesEnabled(of bundleID: String) -> Bool {
        guard let app = self[bundleID] else { return false }
        return runsSystem(16, 1) && app.capabilities.liveActivities && app.activitiesEnabled
    }

    /// Returns the value of `frequentPushesEnabled` (`LA-17`).
    public func frequentPushesEnabled(of bundleID: String) -> Bool {
        guard let app = self[bundleID] else { return false }
        return areActivitiesEnabled(of: bundleID) && app.capabilities.frequentUpdates
            && app.frequentUpdatesEnabled
    }

    /// Returns whether the phone's system version is this version or a newer one. A version that
    /// cannot be parsed is treated as newer.
    func runsSystem(_ major: Int, _ minor: Int = 0) -> Bool {
        let parts = systemVersion.split(separator: ".").map { Int($0) }
        guard let first = parts.first, let ownMajor = first else { return true }
        let ownMinor = parts.count > 1 ? parts[1] ?? 0 : 0
        return (ownMajor, ownMinor) >= (major, minor)
    }

    /// Returns the reason why an app may not have another activity (`LA-22`); `nil` if the app may
    /// have one.
    func activityCountFailure(of bundleID: String) -> ActivityFailure? {
        let live = activities.filter(\.isLive)
        if choices.activitiesPerApp > 0,
            live.count(where: { $0.bundleID == bundleID }) >= choices.activitiesPerApp
        {
            return .targetMaximumExceeded
        }
        return live.count >= Self.liveActivityCountMax ? .globalMaximumExceeded : nil
    }
}
