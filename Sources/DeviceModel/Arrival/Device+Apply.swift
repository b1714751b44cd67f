// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension Device {
    /// Applies a decision: badge, list, banner, the state of a woken app and the held push.
    ///
    /// Does nothing for an app that was removed in the meantime, or for a decision with a question.
    /// A woken app is in the background afterwards; call ``endBackgroundRun(of:result:at:)`` when
    /// its callback has finished.
    public mutating func apply(_ decision: ArrivalDecision) {
        guard decision.question == nil else { return }
        if let change = decision.activity { apply(change) }
        guard let index = apps.firstIndex(where: { $0.bundleID == decision.bundleID }) else {
            return
        }
        if decision.clearsList { apps[index].clearList() }
        if let badge = decision.badge { apps[index].badge = badge }
        if let notification = decision.notification {
            if decision.waitsForSummary {
                apps[index].holdForSummary(notification)
            } else if decision.isKept {
                apps[index].list(notification)
            }
            if decision.place == .banner {
                banner = Banner(bundleID: decision.bundleID, notification: notification)
            }
        }
        switch decision.timeSensitiveNote {
        case .explains:
            apps[index].timeSensitiveIntro = TimeSensitiveIntro(explainedAt: decision.decidedAt)
        case .offersToSwitchOff: apps[index].timeSensitiveIntro?.isOffered = true
        case nil: break
        }
        if let held = decision.heldPush { apps[index].heldPush = held }
        if !decision.wakeIsStarted { startBackgroundRun(decision) }
    }

    /// Wakes or starts the app for its background callback before the rest of the decision is made:
    /// neither the display of the notification nor the callback waits for the other. Set
    /// ``ArrivalAnswers/startedWake`` afterwards.
    public mutating func startBackgroundRun(_ decision: ArrivalDecision) {
        guard let wake = decision.wake,
            let index = apps.firstIndex(where: { $0.bundleID == decision.bundleID })
        else { return }
        if decision.supersedesHeld { apps[index].heldPush = nil }
        if decision.countsWake {
            apps[index].countWakes(1, at: decision.decidedAt, choices)
        }
        switch wake {
        case .woken where apps[index].state == .suspended,
            .launched where !apps[index].state.isInMemory:
            apps[index].state = .background
        default: break
        }
    }
}
