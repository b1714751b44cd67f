// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The background callback of a push that is also shown.
struct BackgroundRun {
    let context: ArrivalContext
    let wake: WakeDecision
    let extensionRan: Bool
    /// The rule that covers this combination of text and keys, for instance `LC-2`. This is also
    /// the rule of the callback.
    let row: RuleID

    init(_ context: ArrivalContext, _ wake: WakeDecision, hasText: Bool, extensionRan: Bool) {
        self.context = context
        self.wake = wake
        self.extensionRan = extensionRan
        row = context.row(hasText: hasText, extensionRan: extensionRan)
    }

    /// Returns the callbacks with the background callback added: after `willPresent`, or before it,
    /// depending on ``DeviceChoices/willPresentRunsFirst`` (`FG-10`).
    func added(to callbacks: [Callback]) -> [Callback] {
        guard let callback = wake.callback(context, row) else { return callbacks }
        guard !context.choices.willPresentRunsFirst,
            let index = callbacks.firstIndex(where: { $0.kind == .willPresent })
        else { return callbacks + [callback] }
        var callbacks = callbacks
        callbacks.insert(callback, at: index)
        return callbacks
    }
}

// Applies the results of the pipeline's steps to a decision.
extension ArrivalDecision {
    /// Records in the decision how the app is made to run.
    mutating func take(_ decided: WakeDecision) {
        wake = decided.wake
        if case .isRunning = decided { wakeIsStarted = true }
    }

    mutating func take(_ result: SilentResult) {
        cite(result.rules)
        record(result.facts)
        outcome = result.outcome
        callbacks = result.callbacks
        wake = result.wake ?? wake
        heldPush = result.heldPush
        countsWake = result.countsWake
        supersedesHeld = result.supersedesHeld
    }

    mutating func take(_ result: NoPermissionResult) {
        cite(result.rules)
        record(result.facts)
        outcome = result.outcome
        callbacks = result.callbacks
        wake = result.wake ?? wake
    }

    mutating func take(_ presentation: Presentation, _ context: ArrivalContext) {
        let (placement, effects) = (presentation.placement, presentation.effects)
        cite(presentation.rules)
        record(presentation.facts)
        outcome = presentation.outcome
        notification = placement.notification
        place = placement.place
        isKept = placement.isKept
        waitsForSummary = placement.waitsForSummary
        lightsScreen = placement.lightsScreen
        isSilencedByFocus = placement.notification.silencedBy != nil
        replaced = placement.replacedID(in: context.app)
        sound = effects.sound
        repeatsSound = effects.repeatsSound
        vibrates = effects.vibrates
        badge = effects.badge
        clearsList = effects.clearsList
        guard presentation.isHandedToAppDelegate else { return }
        wake = .inUse
        callbacks.append(context.backgroundCallback("FG-11"))
    }

    /// Adds the background callback of a push that is also shown.
    mutating func take(_ run: BackgroundRun) {
        switch run.wake {
        case .notRequested: return
        case .refused(let refusal):
            cite(refusal.rule)
            record([.notWoken(refusal)])
        case .runs(let wake), .isRunning(let wake):
            callbacks = run.added(to: callbacks)
            let isInForeground = run.context.isInForeground
            if isInForeground { cite("FG-10") }
            if outcome == .discarded { outcome = isInForeground ? .handledByApp : .ranInBackground }
            if run.extensionRan { cite("NSE-13") }
            record([.ranForBackground(wake, run.row)])
        }
    }

    /// Makes the decision wait for app code; the callbacks that are already known are kept.
    mutating func wait(
        for question: ArrivalQuestion, _ fact: ArrivalFact.Question, _ run: BackgroundRun
    ) {
        self.question = question
        callbacks = run.added(to: callbacks)
        record([.waits(fact)])
    }
}
