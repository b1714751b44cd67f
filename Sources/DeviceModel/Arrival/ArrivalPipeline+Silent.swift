// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The third step: pushes with nothing for the person, or without permission to show it.
extension ArrivalPipeline {
    /// Decides about a notification with nothing to show, no sound and no badge.
    mutating func silent() -> ArrivalDecision {
        guard asksToRun else { return nothing() }
        if origin.isMutable { citeMutableContent() }
        if let refusal {
            decision.cite(refusal.rule, "LC-5", "SIL-1")
            decision.summary =
                "not delivered: silent push, \(refusal.words(device)) (\(refusal.rule))"
            if refusal.isHolding, let push = origin.push { hold(push, refusal) }
            return decision
        }
        decision.cite("LC-5", "SIL-1")
        if isInUse {
            decision.cite("SIL-11")
        } else {
            decision.countsWake = device.limitsSilentPushes(to: app)
        }
        if !app.authorization.allowsNotifications { decision.cite("LC-22") }
        decision.supersedesHeld = app.heldPush != nil
        addBackgroundCallback("LC-5")
        decision.outcome = isInUse ? .handledByApp : .ranInBackground
        decision.summary = "\(wakeWords) for content-available (LC-5)"
        return decision
    }

    /// Decides about a push in which no key of Apple's has an effect.
    private mutating func nothing() -> ArrivalDecision {
        decision.cite("LC-9")
        let isTaken = answers != nil || app.behaviour.implementsBackgroundCallback
        if isInUse, origin.push != nil, choices.emptyPushReachesAppInUse, isTaken {
            addBackgroundCallback("LC-9", wake: .inUse)
            decision.outcome = .handledByApp
            decision.summary = "handed to the app in use, nothing to show (LC-9)"
        } else {
            let what = origin.push == nil ? "request" : "payload"
            decision.summary =
                "nothing happens: the \(what) has nothing to show and no content-available (LC-9)"
        }
        return decision
    }

    /// Decides about a notification that must not be shown for lack of permission.
    mutating func withoutPermission() -> ArrivalDecision {
        let isDenied = app.authorization == .denied
        decision.cite(isDenied ? "AUTH-23" : "AUTH-24")
        decision.summary =
            isDenied
            ? "not shown: notifications are denied (AUTH-23)"
            : "not shown: the app has not asked for permission (AUTH-24)"
        if asksToRun, let refusal {
            decision.cite("LC-21", refusal.rule)
            decision.summary += "; not woken: \(refusal.words(device)) (\(refusal.rule))"
        } else if asksToRun {
            decision.cite("LC-21")
            addBackgroundCallback("LC-21")
            decision.outcome = isInUse ? .handledByApp : .ranInBackground
            decision.summary += "; \(wakeWords) for content-available (LC-21)"
        } else if isInUse, !isDenied, origin.push != nil, choices.unaskedPushReachesAppInUse {
            decision.cite("LC-20")
            addBackgroundCallback("LC-20", wake: .inUse)
            decision.outcome = .handledByApp
            decision.summary += "; handed to the app in use (LC-20)"
        }
        if origin.isMutable, hasText { decision.cite("LC-23") }
        return decision
    }

    // MARK: - Pushes from other sources than APNs

    /// Returns why the Simulator refuses an injected push; `nil` if it accepts it.
    func injectionRefusal() -> String? {
        guard origin.isInjected, device.kind != .phone else { return nil }
        if app.authorization == .notDetermined {
            return "the Simulator takes no injected push for an app that never asked for "
                + "permission (error 2003)"
        }
        return isVisible
            ? nil : "the Simulator takes no injected push without visible content (error 1401)"
    }

    mutating func refuseInjection(_ words: String) -> ArrivalDecision {
        decision.cite("REG-15")
        decision.summary = "refused: \(words) (REG-15)"
        return decision
    }
}
