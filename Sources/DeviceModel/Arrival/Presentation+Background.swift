// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The presentation while the app is not in the foreground.
extension Presentation {
    init(inBackground input: PresentationInput, _ interruption: InterruptionDecision) {
        let context = input.context
        let settings = context.settings
        let isCritical = input.loudness.level == .critical
        let placement = Placement(
            context, input.composed, hasText: input.hasText, interruption)
        let effects = AppliedEffects(
            context, input.content, input.loudness,
            allowsSound: interruption.mayAlert && (settings.sound || isCritical),
            allowsBadge: settings.badge)
        let conclusion = input.conclusion(
            placement, effects, listed: Self.listedReason(input, interruption),
            unshown: .withheld(Self.withheldReason(input, interruption)))
        let permission: [RuleID] =
            input.isProvisional
            ? ["AUTH-21", input.row]
            : [input.row, context.app.authorization == .ephemeral ? "AUTH-22" : "AUTH-20"]
        self.init(
            placement: placement, effects: effects, outcome: conclusion.outcome,
            facts: conclusion.facts,
            rules: permission + placement.rules + effects.badgeRules,
            focusRule: interruption.focusRule, isHandedToAppDelegate: false)
    }

    /// Returns the reason why the notification is only in Notification Center. The result is used
    /// only for such a notification.
    private static func listedReason(
        _ input: PresentationInput, _ interruption: InterruptionDecision
    ) -> ArrivalFact.ListedReason {
        if input.isProvisional { return .provisional }
        if let silencing = interruption.silencing { return .focus(silencing) }
        if input.loudness.level == .passive { return .passive }
        return input.context.device.isLocked
            ? .lockScreenOff : .bannersOff(inForeground: false)
    }

    /// Returns the reason why the notification has no effect. The result is used only for such a
    /// notification.
    private static func withheldReason(
        _ input: PresentationInput, _ interruption: InterruptionDecision
    ) -> ArrivalFact.WithheldReason {
        let hasText = input.hasText
        let waits = interruption.waitsForSummary
        let isPassive = input.loudness.level == .passive
        if input.isProvisional { return .provisional(hasText: hasText) }
        if let silencing = interruption.silencing, !waits {
            return .focus(silencing, hasText: hasText)
        }
        if hasText, waits { return .summaryWithoutList }
        if hasText {
            return isPassive
                ? .passiveWithoutList : .everythingOff(isLocked: input.context.device.isLocked)
        }
        guard let badge = input.content.badge else {
            if isPassive { return .passiveSound }
            return waits ? .summarySound(input.loudness.level) : .soundOrBadgeOff
        }
        return badge < 0 ? .negativeBadge : .soundOrBadgeOff
    }
}
