// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How changed activities are stored, and how their apps are informed.
extension Device {
    /// Replaces an activity, or appends a new one. Removes a dismissed activity, unless its app is
    /// suspended and has not been informed yet.
    mutating func store(_ activity: LiveActivity) {
        let isOver = activity.state == .dismissed && activity.unreportedSince == nil
        if let index = activities.firstIndex(where: { $0.id == activity.id }) {
            if isOver { activities.remove(at: index) } else { activities[index] = activity }
        } else if !isOver {
            activities.append(activity)
        }
        if activities.count > Self.activityCountMax,
            let oldest = activities.firstIndex(where: { !$0.isLive })
        {
            activities.remove(at: oldest)
        }
    }

    /// Returns the callbacks that inform an app of a change. Updates do not wake the app (`LC-11`):
    /// a suspended app is informed when it runs again, and an app without a process finds the new
    /// state when it starts.
    func inform(
        _ kinds: [Callback.Kind], of activity: inout LiveActivity, rule: RuleID?, at now: Date
    ) -> [Callback] {
        switch self[activity.bundleID]?.state {
        case .foreground, .background:
            let current = activity
            return kinds.map {
                Callback(
                    $0, bundleID: current.bundleID, rule: rule,
                    detail: "\(current.id) \(current.state.rawValue)", subject: .activity(current))
            }
        case .suspended:
            activity.unreportedSince = activity.unreportedSince ?? now
            return []
        case .terminated, .forceQuit, nil: return []
        }
    }
}

extension ActionOutcome {
    /// Stores a changed activity and informs its app.
    mutating func put(_ activity: LiveActivity, informing kinds: Callback.Kind..., rule: RuleID?) {
        var activity = activity
        if activity.state == .dismissed, let token = activity.token {
            linkOrders.append(.revoke([token], because: .activityOver))
            activity.token = nil
        }
        callbacks += device.inform(kinds, of: &activity, rule: rule, at: now)
        device.store(activity)
    }
}
