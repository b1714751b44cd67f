// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The result of a notification that has no text, no sound and no badge.
struct SilentResult {
    private(set) var rules: [RuleID] = []
    private(set) var facts: [ArrivalFact] = []
    private(set) var outcome = Arrival.Outcome.discarded
    private(set) var callbacks: [Callback] = []
    /// How the app is made to run although the payload lacks `content-available`; `nil` when it is
    /// not made to run.
    private(set) var wake: ArrivalDecision.Wake?
    private(set) var heldPush: HeldPush?
    /// Whether the wake uses up one of the wakes that the limit for silent pushes allows (`SIL-3`).
    private(set) var countsWake = false
    /// Whether the notification makes an older held push obsolete.
    private(set) var supersedesHeld = false

    init(_ context: ArrivalContext, _ decided: WakeDecision) {
        guard context.origin.isContentAvailable else {
            decideNothing(context)
            return
        }
        if context.origin.isMutable { rules += context.unusedExtensionRules(hasText: false) }
        switch decided {
        case .refused(let refusal): refuse(refusal, context)
        case .runs(let wake), .isRunning(let wake): run(wake, decided, context)
        case .notRequested: break
        }
    }

    private mutating func refuse(_ refusal: WakeRefusal, _ context: ArrivalContext) {
        rules += [refusal.rule, "LC-5", "SIL-1"]
        facts = [.silentPushRefused(refusal)]
        guard refusal.isHolding, let push = context.origin.push else { return }
        heldPush = HeldPush(push: push, heldAt: context.now, rule: refusal.rule)
        outcome = .held
        rules.append("SIL-4")
        facts.append(.heldPush(replacesOlder: context.app.heldPush != nil))
    }

    private mutating func run(
        _ wake: ArrivalDecision.Wake, _ decided: WakeDecision, _ context: ArrivalContext
    ) {
        rules += ["LC-5", "SIL-1"]
        if context.isInForeground {
            rules.append("SIL-11")
        } else {
            countsWake = context.device.limitsSilentPushes(to: context.app)
        }
        if !context.app.authorization.allowsNotifications { rules.append("LC-22") }
        supersedesHeld = context.app.heldPush != nil
        if let callback = decided.callback(context, "LC-5") { callbacks = [callback] }
        outcome = context.isInForeground ? .handledByApp : .ranInBackground
        facts = [.ranForBackground(wake, "LC-5")]
    }

    /// Decides about a notification that has nothing to show and lacks `content-available`.
    private mutating func decideNothing(_ context: ArrivalContext) {
        rules = ["LC-9"]
        let isPush = context.origin.push != nil
        let isTaken =
            context.answers != nil || context.app.behaviour.implementsBackgroundCallback
        guard context.isInForeground, isPush, context.choices.emptyPushReachesAppInUse, isTaken
        else {
            facts = [.nothingToShow(isPush: isPush)]
            return
        }
        wake = .inUse
        callbacks = [context.backgroundCallback("LC-9")]
        outcome = .handledByApp
        facts = [.handedOver(.nothingToShow)]
    }
}
