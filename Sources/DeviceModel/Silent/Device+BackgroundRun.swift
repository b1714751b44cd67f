// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a background callback ended. Source: `UIBackgroundFetchResult`.
public enum BackgroundRunResult: String, Hashable, Sendable, Codable, CaseIterable {
    case newData = "new-data"
    case noData = "no-data"
    case failed
    /// It did not finish within its 30 seconds: the app is terminated (`SIL-12`).
    case overran
}

extension Device {
    /// Suspends an app whose background callback has finished, unless it went elsewhere meanwhile;
    /// what the run brought counts for the next ones (`SIL-6`, `SIL-12`).
    public mutating func endBackgroundRun(
        of bundleID: String, result: BackgroundRunResult, at now: Date
    ) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else { return }
        if limitsSilentPushes(to: apps[index]) {
            let cost: Int =
                switch result {
                case .newData: 0
                case .noData, .failed: choices.noDataCostsWakes
                case .overran: choices.overrunCostsWakes
                }
            apps[index].countWakes(cost, at: now, choices)
        }
        guard apps[index].state == .background else { return }
        if result == .overran {
            apps[index].state = .terminated
            apps[index].heldPush = nil
        } else {
            apps[index].state = .suspended
        }
    }

    /// Ends the run of an app that did not finish its background callback in time; counts nothing.
    public mutating func endOverrun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .terminated
        self[bundleID]?.heldPush = nil
    }

    /// Suspends an app whose background callback has finished, unless it went elsewhere meanwhile.
    public mutating func endBackgroundRun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .suspended
    }
}
