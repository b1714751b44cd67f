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

// What the phone decides it applies in the same section of its lock, together with the account of
// which processes run for it. Between the two nothing can change the phone, and no end of another
// callback can suspend an app that was just woken.

/// An outcome that was applied.
struct AppliedOutcome {
    let outcome: ActionOutcome
    /// The apps that run for it until its callbacks have finished.
    let woken: [String]
    /// The apps whose launch begins with it.
    let launching: [String]
    /// The apps whose processes it ended.
    let ended: [String]
}

/// A decision about an arrival, and what it started.
struct AppliedDecision {
    let decision: ArrivalDecision
    /// Whether the app has to run for callbacks without an answer, until they have finished.
    var wakes = false
    /// Whether it is launched for them.
    var launches = false
    /// Whether the background callback has to run now; it counts as a run from here on.
    var startsBackground = false
}

extension VirtualDevice.State {
    /// Takes over what an edit of the phone leads to.
    ///
    /// - Parameter keepsRunning: whether apps that it wakes stay awake, as a person put them there.
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

    /// Decides about an arrival; applies the decision when nothing has to be asked first.
    ///
    /// - Parameter isBackgroundDue: whether the background callback was not started before.
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
            let told = decision.toldCallbacks
            // A content extension runs in a process of its own.
            applied.wakes =
                told.contains { $0.kind != .contentExtension } && decision.startsBackgroundRun
            applied.launches = told.contains { $0.kind == .didFinishLaunching }
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
    /// The callbacks that the app is told when everything is decided, without an answer that
    /// counts.
    var toldCallbacks: [Callback] { callbacks.filter(\.kind.isTold) }

    /// The callback for content-available, if there is one.
    var backgroundCallback: Callback? {
        callbacks.first { $0.kind == .didReceiveRemoteNotification }
    }

    /// Whether the callback for content-available runs before or beside what is asked: beside the
    /// service extension, because display never waits for the app; before `willPresent` when the
    /// switch says so (`FG-10`).
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
    /// Whether it is told to the app when everything is decided, without an answer that counts.
    fileprivate var isTold: Bool {
        switch self {
        case .willPresent, .didReceiveRemoteNotification, .serviceExtension,
            .serviceExtensionWillExpire:
            false
        default: true
        }
    }
}
