// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Whether an app may have Live Activities.
extension Device {
    /// What `areActivitiesEnabled` says: the app declares them and the person left them on; the
    /// permission for notifications does not matter (`LA-2`).
    public func areActivitiesEnabled(of bundleID: String) -> Bool {
        guard let app = self[bundleID] else { return false }
        return runsSystem(16, 1) && app.capabilities.liveActivities && app.activitiesEnabled
    }

    /// What `frequentPushesEnabled` says (`LA-17`).
    public func frequentPushesEnabled(of bundleID: String) -> Bool {
        guard let app = self[bundleID] else { return false }
        return areActivitiesEnabled(of: bundleID) && app.capabilities.frequentUpdates
            && app.frequentUpdatesEnabled
    }

    /// Whether the system is of a version or newer. A version that cannot be read counts as new.
    func runsSystem(_ major: Int, _ minor: Int = 0) -> Bool {
        let parts = systemVersion.split(separator: ".").map { Int($0) }
        guard let first = parts.first, let ownMajor = first else { return true }
        let ownMinor = parts.count > 1 ? parts[1] ?? 0 : 0
        return (ownMajor, ownMinor) >= (major, minor)
    }

    /// Why the number of activities allows no other one of an app (`LA-22`); `nil` when it does.
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
