// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The second step: whether `content-available` makes the app run. Display never waits for it.
extension ArrivalPipeline {
    mutating func decideWake() {
        if let started = answers?.startedWake {
            decision.wake = started
            decision.wakeIsStarted = true
            return
        }
        // Only silent pushes count: a visible push always wakes the app.
        refusal = device.wakeRefusal(of: app, state: state, isSilent: !isVisible, at: now)
        if refusal == nil, answers == nil, !app.behaviour.implementsBackgroundCallback {
            refusal = .noCallback
        }
        guard refusal == nil else { return }
        switch state {
        case .foreground: decision.wake = .inUse
        case .background, .suspended: decision.wake = .woken
        case .terminated, .forceQuit: decision.wake = .launched
        }
    }

    /// Holds a silent push that may not wake the app now, instead of an older one.
    mutating func hold(_ push: DevicePush, _ refusal: WakeRefusal) {
        decision.heldPush = HeldPush(push: push, heldAt: now, rule: refusal.rule)
        decision.outcome = .held
        decision.cite("SIL-4")
        decision.summary +=
            app.heldPush == nil
            ? "; held for later (SIL-4)" : "; held for later in place of an older one (SIL-4)"
    }

    /// How the app was made to run, as the start of a sentence.
    var wakeWords: String {
        switch decision.wake {
        case .inUse, nil: "app in use ran its background callback"
        case .woken: "app woken in the background"
        case .launched: "app launched in the background"
        }
    }

    /// Adds the callback for `content-available`, with the payload as the sender wrote it
    /// (`NSE-13`).
    mutating func addBackgroundCallback(_ rule: RuleID, wake: ArrivalDecision.Wake? = nil) {
        if let wake { decision.wake = wake }
        guard !decision.wakeIsStarted else { return }
        decision.callbacks.append(
            Callback(
                .didReceiveRemoteNotification, bundleID: app.bundleID, rule: rule,
                subject: .userInfo(origin.payload)))
    }

    /// Adds the background callback of a visible push, before or after `willPresent`.
    mutating func orderCallbacks() {
        guard asksToRun else { return }
        if let refusal {
            decision.cite(refusal.rule)
            decision.summary += "; app not woken: \(refusal.words(device)) (\(refusal.rule))"
            return
        }
        let rule = placeBackgroundCallback()
        if isInUse {
            decision.cite("FG-10")
            if decision.outcome == .discarded { decision.outcome = .handledByApp }
        } else if decision.outcome == .discarded {
            decision.outcome = .ranInBackground
        }
        if extensionRan { decision.cite("NSE-13") }
        decision.summary += "; \(wakeWords) (\(rule))"
    }

    /// Puts the background callback after `willPresent`, or before it by choice (`FG-10`).
    @discardableResult
    private mutating func placeBackgroundCallback() -> RuleID {
        let rule: RuleID = hasText ? (extensionRan ? "LC-4" : "LC-2") : "LC-7"
        addBackgroundCallback(rule)
        if !choices.willPresentRunsFirst, decision.callbacks.count > 1,
            let asked = decision.callbacks.firstIndex(where: { $0.kind == .willPresent }),
            let run = decision.callbacks.popLast()
        {
            decision.callbacks.insert(run, at: asked)
        }
        return rule
    }

    /// Returns a decision that waits for app code, with what is known already.
    mutating func unfinished() -> ArrivalDecision {
        if asksToRun, refusal == nil { placeBackgroundCallback() }
        switch decision.question {
        case .serviceExtension: decision.summary = "waits for the service extension (NSE-1)"
        case .willPresent, .contentState, nil:
            decision.summary = "waits for the app in use (\(row))"
        }
        return decision
    }
}
