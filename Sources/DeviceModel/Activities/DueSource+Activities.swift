// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DueSource {
    /// The timed events of Live Activities: scheduled starts, stale dates, the end after eight
    /// hours, and the removal from the Lock Screen.
    static let activities = DueSource(
        next: { device in
            device.activities.isEmpty ? nil : device.nextActivityMoment?.date
        },
        take: { device, now in
            guard let moment = device.nextActivityMoment, moment.date <= now else { return nil }
            var outcome = ActionOutcome(device: device, at: now)
            outcome.pass(moment)
            device = outcome.device
            return .outcome(outcome)
        })
}

/// A change of an activity that happens at a set time.
struct ActivityMoment: Hashable {
    enum Kind: Hashable {
        /// A suspended app that has not been informed of changes is running again, or its process
        /// has ended.
        case inform
        case start
        case turnStale
        case end
        case leaveLockScreen
    }

    let date: Date
    let kind: Kind
    let activityID: String
}

extension Device {
    /// The next change of any activity; among simultaneous changes, the change of the oldest
    /// activity.
    var nextActivityMoment: ActivityMoment? {
        activities.compactMap { nextMoment(of: $0) }.min { $0.date < $1.date }
    }

    private func nextMoment(of activity: LiveActivity) -> ActivityMoment? {
        func moment(_ kind: ActivityMoment.Kind, _ date: Date) -> ActivityMoment {
            ActivityMoment(date: date, kind: kind, activityID: activity.id)
        }
        if let since = activity.unreportedSince, self[activity.bundleID]?.state != .suspended {
            return moment(.inform, since)
        }
        let end = moment(.end, activity.startedAt.addingTimeInterval(LiveActivity.activeSecondsMax))
        switch activity.state {
        case .pending: return moment(.start, activity.startedAt)
        case .active:
            guard let stale = activity.staleDate, stale < end.date else { return end }
            return moment(.turnStale, stale)
        case .stale: return end
        case .ended: return activity.dismissalDate.map { moment(.leaveLockScreen, $0) }
        case .dismissed: return nil
        }
    }
}

extension ActionOutcome {
    /// Applies a change that is due.
    fileprivate mutating func pass(_ moment: ActivityMoment) {
        guard var activity = device.activity(moment.activityID) else { return }
        switch moment.kind {
        case .inform:
            activity.unreportedSince = nil
            put(activity, informing: .activityContent, .activityState, rule: "LC-11")
        case .start:
            activity.state = .active
            report(.activityStartedAsScheduled(id: activity.id))
            put(activity, informing: .activityState, rule: "LA-24")
            if let alert = activity.lastAlert { present(alert, of: activity) }
        case .turnStale:
            activity.state = .stale
            report(.activityBecameStale(id: activity.id))
            put(activity, informing: .activityState, rule: "LA-11")
        case .end:
            activity.end(.default, at: moment.date)
            report(.activityEndedBySystem(id: activity.id))
            put(activity, informing: .activityState, rule: "LA-13")
        case .leaveLockScreen:
            activity.dismiss(at: moment.date)
            report(.activityLeftLockScreen(id: activity.id))
            put(activity, informing: .activityState, rule: "LA-12")
        }
    }

    /// Presents an alert, unless its app is in the foreground (`LA-18`).
    mutating func present(_ alert: LiveActivity.Alert, of activity: LiveActivity) {
        guard let presented = device.presentation(alert, of: activity) else { return }
        device.lastActivityAlert = presented
        cite("LA-18")
    }
}
