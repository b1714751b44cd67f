// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The decision whether a notification may alert the person while the app is not in the foreground.
/// A Focus filter, the level, a Focus and the summary may prevent this; they are examined in this
/// order. Apple does not state the order, but documents the effect of each in Human Interface
/// Guidelines, "Managing notifications".
struct InterruptionDecision {
    /// The Focus that silences the notification, or the app's filter for the Focus; `nil` if
    /// neither silences it.
    let silencing: ArrivalFact.FocusReason?
    /// The rule by which a Focus silences the notification or allows it; `nil` without a Focus.
    let focusRule: RuleID?
    /// Whether the notification waits for the scheduled summary. A silenced notification waits too;
    /// it alerts neither now nor with the summary.
    let waitsForSummary: Bool

    /// Whether the notification may alert the person now.
    let mayAlert: Bool

    init(
        _ context: ArrivalContext, _ content: NotificationContent,
        _ loudness: EffectiveInterruption
    ) {
        if let focus = context.device.focus {
            let verdict = Self.verdict(focus, context, content, loudness)
            silencing = verdict.silencing
            focusRule = verdict.rule
        } else {
            silencing = nil
            focusRule = nil
        }
        waitsForSummary = Self.waitsForSummary(context, content, loudness)
        mayAlert =
            silencing == nil && !waitsForSummary && loudness.level != .passive
            && !context.isProvisional
    }

    /// Returns whether a Focus silences the notification, and the rule behind this result.
    private static func verdict(
        _ focus: Focus, _ context: ArrivalContext, _ content: NotificationContent,
        _ loudness: EffectiveInterruption
    ) -> (silencing: ArrivalFact.FocusReason?, rule: RuleID) {
        func silences(byFilter isFilter: Bool) -> (ArrivalFact.FocusReason?, RuleID) {
            let reason = ArrivalFact.FocusReason(focusName: focus.name, isFilter: isFilter)
            return (reason, reason.rule)
        }
        let app = context.app
        if let allowed = focus.filters[app.bundleID], let criteria = content.filterCriteria,
            !allowed.contains(criteria)
        {
            return silences(byFilter: true)
        }
        if loudness.level == .critical { return (nil, "LVL-4") }
        if focus.allowedApps.contains(app.bundleID) { return (nil, "INT-2") }
        if loudness.level == .timeSensitive, focus.allowsTimeSensitive { return (nil, "LVL-3") }
        if let sender = content.communication, app.capabilities.communication {
            if focus.allows(sender) { return (nil, "LVL-5") }
            if sender.notifiesAnyway, app.capabilities.sharesFocusStatus { return (nil, "INT-8") }
        }
        return silences(byFilter: false)
    }

    /// Returns whether the person wants to see the notification only in the next summary.
    private static func waitsForSummary(
        _ context: ArrivalContext, _ content: NotificationContent,
        _ loudness: EffectiveInterruption
    ) -> Bool {
        let settings = context.settings
        guard settings.scheduledDelivery, context.device.summary?.isOn == true else {
            return false
        }
        switch loudness.level {
        case .timeSensitive, .critical: return false
        case .passive, .active: break
        }
        let isMessage = content.communication != nil && context.app.capabilities.communication
        return !(isMessage && settings.directMessages)
    }
}

extension Focus {
    /// Returns whether the Focus allows notifications of this person, by handle or name.
    func allows(_ sender: Communication) -> Bool {
        allowedPeople.contains { $0 == sender.senderHandle || $0 == sender.senderName }
    }
}
