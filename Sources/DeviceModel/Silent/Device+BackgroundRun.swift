// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Device {
    /// Ends one background callback of an app: its result affects the budget for the next silent
    /// pushes (`SIL-6`, `SIL-12`), and the app is suspended, unless the app's state changed in the
    /// meantime.
    ///
    /// - Parameter result: `nil` when the callback did not finish within its 30 seconds; the app is
    ///   then terminated.
    public mutating func endBackgroundRun(
        of bundleID: String, result: FetchResult?, at now: Date
    ) {
        countBackgroundRun(of: bundleID, result: result, at: now)
        if result == nil { endOverrun(of: bundleID) } else { endBackgroundRun(of: bundleID) }
    }

    /// Records the result of a background callback, without changing the app's state.
    ///
    /// - Parameter result: `nil` when the callback did not finish in time.
    public mutating func countBackgroundRun(
        of bundleID: String, result: FetchResult?, at now: Date
    ) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }),
            limitsSilentPushes(to: apps[index])
        else { return }
        let cost: Int =
            switch result {
            case .newData: 0
            case .noData, .failed: choices.noDataCostsWakes
            case nil: choices.overrunCostsWakes
            }
        apps[index].countWakes(cost, at: now, choices)
    }

    /// Terminates an app that did not finish its background callback in time.
    public mutating func endOverrun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .terminated
        self[bundleID]?.heldPush = nil
    }

    /// Suspends an app whose background callback has finished, unless the app's state changed in
    /// the meantime.
    public mutating func endBackgroundRun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .suspended
    }
}
