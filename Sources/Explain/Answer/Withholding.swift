// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// A reason why a push does not have a requested effect, with a remedy.
///
/// Each reason is one row. ``applies`` determines whether the reason applies to an arrival.
struct Withholding: Sendable {
    let rule: RuleID
    /// The withheld effect, in a word or two.
    let what: String
    let why: String
    let remedy: String
    let applies: @Sendable (ArrivalFacts) -> Bool

    init(
        _ rule: RuleID, _ what: String, _ why: String, try remedy: String = "",
        when applies: @escaping @Sendable (ArrivalFacts) -> Bool
    ) {
        self.rule = rule
        self.what = what
        self.why = why
        self.remedy = remedy
        self.applies = applies
    }

    /// Creates a row that applies whenever the phone gives this rule as a reason.
    init(
        citing rule: RuleID, _ what: String, _ why: String, try remedy: String = "",
        and applies: @escaping @Sendable (ArrivalFacts) -> Bool = { _ in true }
    ) {
        self.init(rule, what, why, try: remedy) { $0.cites(rule) && applies($0) }
    }

    /// All reasons, in the order in which the phone checks them.
    static let table: [Withholding] =
        permission + settings + foreground + interruption + wakes + serviceExtension + content
}

extension Withholding {
    /// The reasons why, without full permission, an effect is missing or reduced.
    static let permission: [Withholding] = [
        Withholding(
            citing: "AUTH-23", "everything visible",
            "the person does not allow notifications from the app",
            try: "ask the person to allow notifications in Settings; the app can open this page of "
                + "Settings"),
        Withholding(
            citing: "AUTH-24", "everything visible", "the app has not requested permission yet",
            try: "call requestAuthorization first; with provisional, notifications arrive quietly "
                + "without a prompt"),
        Withholding(
            citing: "AUTH-21", "banner, sound, badge",
            "provisional permission allows only Notification Center",
            try: "request permission without provisional, or wait until the person taps Keep on a "
                + "notification"),
    ]

    /// The reasons related to switches in Settings that withhold an effect.
    static let settings: [Withholding] = [
        Withholding(
            citing: "AUTH-26", "banner", "banners are off in Settings",
            try: "ask the person to switch banners on"),
        Withholding(
            "AUTH-20", "lock screen", "the lock screen is off in Settings",
            try: "ask the person to switch the lock screen on"
        ) {
            $0.mayAlert && $0.hasText && $0.phone.isLocked && !$0.isInUse
                && !$0.app.effectiveSettings.lockScreen
        },
        Withholding(
            "AUTH-20", "sound", "sounds are off in Settings",
            try: "ask the person to switch sounds on"
        ) {
            $0.mayAlert && $0.aps.sound != nil && $0.decision.sound == nil && !$0.isInUse
                && !$0.app.effectiveSettings.sound
        },
        Withholding(
            "AUTH-20", "badge", "badges are off in Settings",
            try: "ask the person to switch badges on"
        ) {
            $0.mayAlert && $0.aps.badge != nil && $0.decision.badge == nil && !$0.isInUse
                && !$0.app.effectiveSettings.badge
        },
    ]

    /// The reasons why an app in the foreground withholds an effect.
    static let foreground: [Withholding] = [
        Withholding(
            citing: "FG-1", "banner, list, sound, badge",
            "the app is in the foreground and does not implement willPresent",
            try: "implement willPresent and return banner, list, sound and badge"),
        Withholding(
            citing: "FG-2", "banner, list, sound, badge",
            "the app in use returns no options from willPresent",
            try: "return banner, list, sound and badge from willPresent"),
        Withholding(
            citing: "FG-3", "Notification Center",
            "willPresent does not return list, so Notification Center does not store the "
                + "notification",
            try: "also return list from willPresent"
        ) { !$0.cites("FG-7") },
        Withholding(
            citing: "FG-4", "banner", "willPresent does not return banner",
            try: "also return banner from willPresent"
        ) { !$0.cites("FG-7") && !$0.cites("AUTH-21") },
        Withholding(
            citing: "FG-7",
            "disabled effects", "willPresent returns an option that is off in Settings"
        ) { !$0.cites("AUTH-21") },
        Withholding(
            citing: "FG-8", "banner, list, sound, badge",
            "willPresent did not call its completion handler within 30 s",
            try: "call the completion handler of willPresent immediately"),
        Withholding(
            citing: "FG-11", "banner, list, sound, badge",
            "the notification center has no delegate; the app delegate receives the notification "
                + "instead",
            try: "set UNUserNotificationCenter.current().delegate when the app starts"),
        Withholding(
            "FG-6", "sound", "willPresent does not return sound",
            try: "also return sound from willPresent"
        ) {
            $0.calledWillPresent && $0.aps.sound != nil && $0.decision.sound == nil
                && !$0.presents(.sound) && !$0.cites("FG-2")
        },
        Withholding(
            citing: "BDG-7", "badge", "willPresent does not return badge",
            try: "also return badge from willPresent"
        ) {
            $0.calledWillPresent && $0.decision.badge == nil && !$0.presents(.badge)
                && !$0.cites("FG-2")
        },
    ]

    /// The reasons why an interruption level or a Focus withholds an effect.
    static let interruption: [Withholding] = [
        Withholding(
            citing: "INT-1", "banner and sound", "the active Focus does not allow the app",
            try: "ask the person to allow the app in the Focus; send urgent notifications as "
                + "time-sensitive"),
        Withholding(
            citing: "INT-9", "banner and sound",
            "the app's filter for the Focus does not allow this filter-criteria",
            try: "remove filter-criteria, or ask the person to change the filter"),
        Withholding(
            "LVL-2", "sound", "the phone is silenced",
            try: "use a critical alert; no other sound is played on a silenced phone"
        ) { $0.decision.vibrates },
        Withholding(
            "LVL-2", "banner and sound", "the app is in the scheduled summary",
            try: "send urgent notifications as time-sensitive"
        ) { $0.decision.waitsForSummary },
        Withholding(
            "INT-14", "text on the lock screen", "previews are hidden",
            try: "set a placeholder for hidden previews in the category"
        ) { $0.decision.place == .lockScreen && $0.phone.hidesPreviews(of: $0.app) },
        Withholding(
            citing: "LVL-1", "banner and sound", "the interruption level is passive",
            try: "for an ordinary notification, remove interruption-level"
        ) { $0.mayAlert && !$0.isInUse && !$0.decision.waitsForSummary },
        Withholding(
            citing: "INT-3", "time-sensitive",
            "the app lacks the entitlement, or the person switched time-sensitive notifications "
                + "off; the level active is used instead",
            try: "add the Time Sensitive Notifications capability"),
        Withholding(
            citing: "INT-4", "critical",
            "the app lacks Apple's entitlement or the person's permission; the notification is "
                + "shown as an ordinary alert",
            try: "ask Apple for the critical-alerts entitlement, and request permission with "
                + "criticalAlert"),
        Withholding(
            citing: "INT-7", "communication",
            "the app lacks the capability; the notification is shown without its sender",
            try: "add the Communication Notifications capability"),
    ]
}

extension ArrivalFacts {
    /// Whether the app has a permission for which the switches in Settings have an effect.
    var mayAlert: Bool { mayNotify && app.authorization != .provisional }

    /// Whether the phone called `willPresent` of the app in the foreground.
    var calledWillPresent: Bool { runs(.willPresent) && app.authorization != .provisional }

    /// Returns whether the app's presentation options contain an option.
    func presents(_ option: PresentationOptions) -> Bool {
        app.behaviour.presentation.contains(option)
    }
}
