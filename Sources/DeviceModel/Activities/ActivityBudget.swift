// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The hourly limit on an activity's urgent updates, which are the updates of priority 10 (`LA-16`,
// `LA-17`, `LA-25`). Source: "Starting and updating Live Activities with ActivityKit push
// notifications".
extension Device {
    /// Returns how many updates of priority 10 each activity of an app may get in an hour; `nil`
    /// for no limit.
    public func activityUpdatesPerHour(of app: InstalledApp) -> Int? {
        guard choices.activityUpdatesPerHour > 0 else { return nil }
        guard frequentPushesEnabled(of: app.bundleID) else { return choices.activityUpdatesPerHour }
        let (product, isTooMuch) = choices.activityUpdatesPerHour.multipliedReportingOverflow(
            by: max(1, choices.frequentUpdatesFactor))
        return isTooMuch ? nil : product
    }
}

extension LiveActivity {
    /// How long an update counts towards the limit, in seconds.
    private static let budgetSeconds: Double = 60 * 60

    /// Counts an urgent update; returns `false`, without counting, when the budget is used up.
    mutating func countUpdate(at now: Date, max: Int?) -> Bool {
        guard let max else { return true }
        countedUpdates.removeAll { now.timeIntervalSince($0) >= Self.budgetSeconds }
        guard countedUpdates.count < max else { return false }
        countedUpdates.append(now)
        return true
    }
}
