// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How a notification is presented: its place, its effects, and the rules behind them.
struct Presentation {
    let placement: Placement
    let effects: AppliedEffects
    let outcome: Arrival.Outcome
    let facts: [ArrivalFact]
    /// The rules behind the presentation, the decisive one first.
    let rules: [RuleID]
    /// The rule by which a Focus silences the notification or allows it; `nil` without a Focus.
    let focusRule: RuleID?
    /// Whether the app delegate in the foreground gets the push (`FG-11`).
    let isHandedToAppDelegate: Bool
}

/// The input that determines the presentation of a notification in every state of the app. The
/// answer of `willPresent` and the effect of a Focus are not included; they are passed separately.
struct PresentationInput {
    let context: ArrivalContext
    let content: NotificationContent
    let composed: ComposedNotification
    let loudness: EffectiveInterruption
    /// The rule for the combination of text and keys, for instance `LC-1`.
    let row: RuleID

    var hasText: Bool { content.hasText }
    var isProvisional: Bool { context.isProvisional }

    /// Returns the outcome, and the facts to report.
    ///
    /// - Parameters:
    ///   - listed: The reason to report if the notification is only in Notification Center.
    ///   - unshown: The fact to report if the notification has no effect.
    func conclusion(
        _ placement: Placement, _ effects: AppliedEffects,
        listed: ArrivalFact.ListedReason, unshown: ArrivalFact
    ) -> (outcome: Arrival.Outcome, facts: [ArrivalFact]) {
        let silenced: [ArrivalFact] = effects.vibrates ? [.silenced(loudness.level)] : []
        let isInForeground = context.isInForeground
        let line = placement.notification.oneLine
        switch placement.place {
        case .lockScreen: return (.shown, [.banner(.lockScreen, text: line)] + silenced)
        case .banner:
            let surface: ArrivalFact.Surface = isInForeground ? .overApp : .unlocked
            return (.shown, [.banner(surface, text: line)] + silenced)
        case .notificationCenter: return (.listedQuietly, [.listed(listed)] + silenced)
        case .none where placement.waitsForSummary:
            return (.held, [.heldForSummary(loudness.level)] + silenced)
        case .none where !effects.list.isEmpty:
            return (.soundOrBadgeOnly, [.effects(effects.list, row: row)] + silenced)
        case .none: return (isInForeground ? .handledByApp : .discarded, [unshown])
        }
    }
}
