// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reason why an alert does not reach the person yet.
enum Withheld {
    /// The app's Focus filter excludes it (`INT-9`).
    case focusFilter
    /// The Focus does not let the app through (`INT-1`).
    case focus
    /// It waits for the scheduled summary.
    case summary
}

// The seventh step while the app is not in use: Focus filter, level, Focus, summary, in this
// order. Apple does not give the order; the effect of each is from Human Interface Guidelines,
// "Managing notifications".
extension ArrivalPipeline {
    mutating func decideInterruption(_ loudness: EffectiveInterruption) {
        // Cite only rules that were checked, after the row.
        if let focus = device.focus {
            let (silencing, rule) = verdict(of: focus, loudness)
            withheld = silencing
            focusRule = rule
        }
        guard waitsForSummary(loudness) else { return }
        // A filtered or silenced notification waits too; it does not alert at either time.
        decision.isSilencedByFocus = withheld != nil
        withheld = .summary
    }

    /// Returns the effect of a Focus on the notification, and the rule for it.
    private func verdict(of focus: Focus, _ loudness: EffectiveInterruption) -> (Withheld?, RuleID)
    {
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

    /// Returns whether the person wants to see it only in the next summary.
    private func waitsForSummary(_ loudness: EffectiveInterruption) -> Bool {
        guard settings.scheduledDelivery, device.summary?.isOn == true else { return false }
        switch loudness.level {
        case .timeSensitive, .critical: return false
        case .passive, .active: break
        }
        let isMessage = content.communication != nil && app.capabilities.communication
        return !(isMessage && settings.directMessages)
    }

    /// INT-11: the first time-sensitive notification of an app comes with an explanation, a later
    /// one with an offer to switch them off.
    mutating func noteTimeSensitive(_ loudness: EffectiveInterruption) {
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
    /// Returns whether a person is allowed through, by handle or name.
    func allows(_ who: Communication) -> Bool {
        allowedPeople.contains { $0 == who.senderHandle || $0 == who.senderName }
    }
}

/// A record that an app's time-sensitive notifications were explained (`INT-11`).
struct TimeSensitiveIntro: Hashable, Sendable, Codable {
    /// How long after the explanation the offer is made, in seconds. Chosen: Apple says "later".
    static let offerSeconds = 7.0 * 86_400

    let explainedAt: Date
    var isOffered = false

    enum CodingKeys: String, CodingKey {
        case explainedAt = "explained_at"
        case isOffered = "is_offered"
    }
}
