// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What keeps an alert from the person for now.
enum Withheld {
    /// The app's Focus filter does not want it (`INT-9`).
    case focusFilter
    /// The Focus does not let the app through (`INT-1`).
    case focus
    /// It waits for the scheduled summary.
    case summary
}

// The seventh step, where the app is not in use: Focus filter, level, Focus, summary, in this
// order. Apple does not give the order; the effects of each are from Human Interface Guidelines,
// "Managing notifications".
extension ArrivalPipeline {
    mutating func decideInterruption(_ loudness: Loudness) {
        // Only what was looked at is cited behind the row.
        if let focus = device.focus {
            let (silencing, rule) = verdict(of: focus, loudness)
            withheld = silencing
            focusRule = rule
        }
        guard waitsForSummary(loudness) else { return }
        // A filtered or silenced one waits, too: it alerts at neither time.
        decision.isSilencedByFocus = withheld != nil
        withheld = .summary
    }

    /// What a Focus does to it, and the rule that says so.
    private func verdict(of focus: Focus, _ loudness: Loudness) -> (Withheld?, RuleID) {
        if let allowed = focus.filters[app.bundleID], let criteria = content.filterCriteria,
            !allowed.contains(criteria)
        {
            return (.focusFilter, "INT-9")
        }
        if loudness.level == .critical { return (nil, "LVL-4") }
        if focus.allowedApps.contains(app.bundleID) { return (nil, "INT-2") }
        if loudness.level == .timeSensitive, focus.allowsTimeSensitive { return (nil, "LVL-3") }
        if let who = content.communication, app.capabilities.communication {
            if focus.allows(who) { return (nil, "LVL-5") }
            if who.notifiesAnyway, app.capabilities.sharesFocusStatus { return (nil, "INT-8") }
        }
        return (.focus, "INT-1")
    }

    /// Whether the person wants to see it with the next summary only.
    private func waitsForSummary(_ loudness: Loudness) -> Bool {
        guard settings.scheduledDelivery, device.summary?.isOn == true else { return false }
        switch loudness.level {
        case .timeSensitive, .critical: return false
        case .passive, .active: break
        }
        let isMessage = content.communication != nil && app.capabilities.communication
        return !(isMessage && settings.directMessages)
    }

    /// INT-11: the first time-sensitive notification of an app explains itself, a later one offers
    /// to be switched off.
    mutating func noteTimeSensitive(_ loudness: Loudness) {
        guard loudness.level == .timeSensitive, decision.place != .none, !isQuiet else { return }
        guard let intro = app.timeSensitiveIntro else {
            decision.timeSensitiveNote = .explains
            return decision.cite("INT-11")
        }
        let isLater = now.timeIntervalSince(intro.explainedAt) >= TimeSensitiveIntro.offerSeconds
        guard !intro.isOffered, isLater else { return }
        decision.timeSensitiveNote = .offersToSwitchOff
        decision.cite("INT-11")
    }
}

extension Focus {
    /// Whether a person is among those who come through, by handle or name.
    func allows(_ who: Communication) -> Bool {
        allowedPeople.contains { $0 == who.senderHandle || $0 == who.senderName }
    }
}

/// That an app's time-sensitive notifications explained themselves (`INT-11`).
struct TimeSensitiveIntro: Hashable, Sendable, Codable {
    /// How long after the explanation the switch is offered. Chosen: Apple says "later".
    static let offerSeconds = 7.0 * 86_400

    let explainedAt: Date
    var isOffered = false

    enum CodingKeys: String, CodingKey {
        case explainedAt = "explained_at"
        case isOffered = "is_offered"
    }
}
