// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The call of the foreground app's `willPresent`, and its answer.
struct WillPresentResult {
    /// The answer; `nil` when the app must be called first.
    let answer: PresentationAnswer?
    /// The call; `nil` when the app does not implement `willPresent`.
    let callback: Callback?

    init(
        _ context: ArrivalContext, _ notification: DeliveredNotification, hasText: Bool,
        row: RuleID
    ) {
        let answer =
            context.answers == nil
            ? context.app.behaviour.presentationAnswer : context.answers?.presentation
        self.answer = answer
        guard answer?.comesFromWillPresent != false else {
            callback = nil
            return
        }
        callback = Callback(
            .willPresent, bundleID: context.app.bundleID, rule: row,
            detail: hasText ? notification.oneLine : "sound or badge only",
            subject: .notification(notification))
    }
}

// The presentation while the app is in the foreground: its `willPresent` decides.
extension Presentation {
    init(inForeground input: PresentationInput, _ answer: PresentationAnswer) {
        let context = input.context
        let allowed = Self.allowed(of: answer.options, input)
        let placement = Placement(
            context, input.composed, hasText: input.hasText, allowed: allowed)
        let effects = AppliedEffects(
            context, input.content, input.loudness, allowsSound: allowed.contains(.sound),
            allowsBadge: allowed.contains(.badge))
        let isPush = context.origin.push != nil
        let conclusion = input.conclusion(
            placement, effects, listed: Self.listedReason(input, answer),
            unshown: input.isProvisional
                ? .withheld(.provisional(hasText: input.hasText))
                : .notPresented(Self.notPresentedReason(answer, isPush: isPush)))
        isHandedToAppDelegate =
            answer == .fellThrough && isPush && input.hasText
            && !context.origin.isContentAvailable
        self.placement = placement
        self.effects = effects
        outcome = conclusion.outcome
        facts =
            conclusion.facts + (isHandedToAppDelegate ? [.handedOver(.noCenterDelegate)] : [])
        rules =
            (input.isProvisional ? ["AUTH-21"] : []) + [input.row] + effects.badgeRules
            + Self.foregroundRules(input, answer, allowed, effects)
        focusRule = nil
    }

    /// Returns those options from `willPresent` that the settings allow.
    private static func allowed(
        of options: PresentationOptions, _ input: PresentationInput
    ) -> PresentationOptions {
        let settings = input.context.settings
        let isCritical = input.loudness.level == .critical && !input.isProvisional
        var allowed = options
        if !settings.alert { allowed.remove(.banner) }
        if !settings.notificationCenter { allowed.remove(.list) }
        if !settings.sound, !isCritical { allowed.remove(.sound) }
        if !settings.badge { allowed.remove(.badge) }
        return allowed
    }

    private static func foregroundRules(
        _ input: PresentationInput, _ answer: PresentationAnswer,
        _ allowed: PresentationOptions, _ effects: AppliedEffects
    ) -> [RuleID] {
        let isPush = input.context.origin.push != nil
        var rules: [RuleID] = []
        switch answer {
        case .options(let options): if options.isEmpty { rules.append("FG-2") }
        case .notImplemented: rules.append("FG-1")
        case .fellThrough: rules.append(isPush ? "FG-11" : "FG-1")
        case .timedOut: rules.append("FG-8")
        }
        if input.hasText {
            switch (allowed.contains(.banner), allowed.contains(.list)) {
            case (true, true): rules.append("FG-5")
            case (true, false): rules.append("FG-3")
            case (false, true): rules.append("FG-4")
            case (false, false): break
            }
        }
        if effects.sound != nil || effects.badge != nil { rules.append("FG-6") }
        if input.content.badge != nil { rules.append("BDG-7") }
        if allowed != answer.options { rules.append("FG-7") }
        return rules
    }

    /// Returns the reason why the notification is only in Notification Center. The result is used
    /// only for such a notification.
    private static func listedReason(
        _ input: PresentationInput, _ answer: PresentationAnswer
    ) -> ArrivalFact.ListedReason {
        if input.isProvisional { return .provisional }
        return answer.options.contains(.banner)
            ? .bannersOff(inForeground: true) : .noBannerOption
    }

    /// Returns the reason why the notification is not shown. The result is used only for such a
    /// notification.
    private static func notPresentedReason(
        _ answer: PresentationAnswer, isPush: Bool
    ) -> ArrivalFact.NotPresentedReason {
        switch answer {
        case .options(let options): options.isEmpty ? .noOptions : .noAllowedOptions
        case .notImplemented: .noWillPresent
        case .fellThrough: isPush ? .noCenterDelegate : .noWillPresent
        case .timedOut: .timedOut
        }
    }
}
