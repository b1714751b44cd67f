// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// In a single critical section, the phone makes a decision, applies it, and counts the runs of app
// code that the decision starts. Therefore nothing can change the phone between these steps, and
// the end of another callback cannot suspend an app that was just woken.

/// An outcome that was applied.
struct AppliedOutcome {
    let outcome: ActionOutcome
    /// The apps that must stay awake until the outcome's callbacks have finished.
    let woken: [String]
    /// The apps that the outcome launches.
    let launching: [String]
    /// The apps whose processes the outcome ended.
    let ended: [String]
}

/// A decision about an arrival, with the runs of app code that the decision started.
struct AppliedDecision {
    let decision: ArrivalDecision
    /// Whether the app must stay awake until the callbacks that return no result have finished.
    var wakes = false
    /// Whether the app is launched for the callbacks that return no result.
    var launches = false
    /// Whether the background callback must run now. Its run has already been counted.
    var startsBackground = false
}

extension VirtualDevice.State {
    /// Applies the outcome of a change to the phone.
    ///
    /// - Parameter keepsRunning: Whether apps stay awake after the change has woken them; `true`
    ///   when the action sets an app's state directly.
    mutating func apply(
        _ outcome: ActionOutcome, since before: Device, keepsRunning: Bool = false
    ) -> AppliedOutcome {
        device = outcome.device
        let woken = keepsRunning ? [] : outcome.wokenApps(since: before)
        for bundleID in woken {
            processes.woken.insert(bundleID)
            processes.runCounts[bundleID, default: 0] += 1
        }
        let launching = outcome.callbacks.filter { $0.kind == .didFinishLaunching }.map(\.bundleID)
        for bundleID in launching where processes.launching[bundleID] == nil {
            processes.launching[bundleID] = []
        }
        return AppliedOutcome(
            outcome: outcome, woken: woken, launching: launching,
            ended: outcome.endedProcesses(since: before))
    }

    /// Decides about an arrival, and applies the decision if it has no question.
    ///
    /// - Parameter isBackgroundDue: Whether the background callback has not been started yet.
    mutating func decide(
        _ incoming: Incoming, at now: Date, answers: ArrivalAnswers, isBackgroundDue: Bool
    ) -> AppliedDecision {
        let decision = device.decide(incoming, at: now, answers: answers)
        var applied = AppliedDecision(decision: decision)
        let bundleID = decision.bundleID
        let hasBackground =
            isBackgroundDue && incoming.push != nil && decision.backgroundCallback != nil
        if let question = decision.question {
            guard isBackgroundDue, decision.startsBackgroundNow(question) else { return applied }
            device.startBackgroundRun(decision)
            applied.startsBackground = hasBackground
        } else {
            device.apply(decision)
            let notifying = decision.notifyingCallbacks
            // A content extension runs in its own process.
            applied.wakes =
                notifying.contains { $0.kind != .contentExtension } && decision.startsBackgroundRun
            applied.launches = notifying.contains { $0.kind == .didFinishLaunching }
            applied.startsBackground = hasBackground
        }
        applied.startsBackground = applied.startsBackground && device[bundleID] != nil
        if applied.wakes || applied.startsBackground && decision.startsBackgroundRun {
            processes.woken.insert(bundleID)
        }
        for runs in [applied.wakes, applied.startsBackground] where runs {
            processes.runCounts[bundleID, default: 0] += 1
        }
        if applied.launches, processes.launching[bundleID] == nil {
            processes.launching[bundleID] = []
        }
        return applied
    }
}

extension ArrivalDecision {
    /// The callbacks that are made after the decision and whose results do not affect the decision.
    var notifyingCallbacks: [Callback] { callbacks.filter(\.kind.isNotifying) }

    /// The callback for `content-available`, if there is one.
    var backgroundCallback: Callback? {
        callbacks.first { $0.kind == .didReceiveRemoteNotification }
    }

    /// Returns whether the callback for `content-available` starts before a question is answered.
    /// The callback runs concurrently with the service extension, because showing the notification
    /// never waits for the app. It runs before `willPresent` if
    /// ``/DeviceModel/DeviceChoices/willPresentRunsFirst`` is `false` (`FG-10`).
    func startsBackgroundNow(_ question: ArrivalQuestion) -> Bool {
        guard wake != nil else { return false }
        switch question {
        case .serviceExtension: return backgroundCallback != nil
        case .willPresent: return callbacks.first?.kind == .didReceiveRemoteNotification
        case .contentState: return false
        }
    }
}

extension Callback.Kind {
    /// Whether the callback is made after the decision and its result does not affect the decision.
    fileprivate var isNotifying: Bool {
        switch self {
        case .willPresent, .didReceiveRemoteNotification, .serviceExtension,
            .serviceExtensionWillExpire:
            false
        default: true
        }
    }
}
