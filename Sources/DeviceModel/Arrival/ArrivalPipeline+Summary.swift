// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The outcome of a notification as a value and as a sentence.
extension ArrivalPipeline {
    mutating func summarise(overAppInUse: Bool, _ loudness: EffectiveInterruption) {
        switch decision.place {
        case .lockScreen:
            decision.outcome = .shown
            decision.summary = "banner on the lock screen: \(shownLine)"
        case .banner:
            decision.outcome = .shown
            decision.summary =
                overAppInUse ? "banner over the app in use: \(shownLine)" : "banner: \(shownLine)"
        case .notificationCenter:
            decision.outcome = .listedQuietly
            decision.summary = "in Notification Center only\(quietWords(overAppInUse))"
        case .none where decision.waitsForSummary:
            decision.outcome = .held
            decision.summary = "held for the scheduled summary (\(levelRule(loudness)))"
        case .none:
            let effects = effectWords
            if !effects.isEmpty {
                decision.outcome = .soundOrBadgeOnly
                decision.summary = "\(effects), nothing shown (\(row))"
            } else {
                decision.outcome = overAppInUse ? .handledByApp : .discarded
                decision.summary =
                    overAppInUse && !isQuiet ? unshownWords : nothingWords(loudness)
            }
        }
        if decision.vibrates {
            decision.summary += "; no sound: the phone is silenced (\(levelRule(loudness)))"
        }
    }

    private var shownLine: String { decision.notification?.oneLine ?? "" }

    /// Returns the rule for the level that the notification got.
    private func levelRule(_ loudness: EffectiveInterruption) -> RuleID {
        switch loudness.level {
        case .passive: "LVL-1"
        case .active: "LVL-2"
        case .timeSensitive: "LVL-3"
        case .critical: "LVL-4"
        }
    }

    /// Returns why it is only in Notification Center.
    private func quietWords(_ overAppInUse: Bool) -> String {
        if app.authorization == .provisional {
            return ", quietly: provisional permission (AUTH-21)"
        }
        if overAppInUse, !presentation.contains(.banner) {
            return ": the app in use asked for no banner (FG-4)"
        }
        if overAppInUse { return ": banners are off in Settings (FG-7)" }
        if let silenced = focusWords { return ", quietly: \(silenced)" }
        if decision.notification?.level == .passive { return ", quietly: passive level (LVL-1)" }
        return device.isLocked
            ? ": the lock screen is off in Settings (AUTH-20)"
            : ": banners are off in Settings (AUTH-26)"
    }

    /// The Focus that silences it, for the summary.
    private var focusWords: String? {
        let name = OneLine.text(device.focus?.name ?? "", characterCountMax: 40)
        return switch withheld {
        case .focus: "silenced by the Focus \(name) (INT-1)"
        case .focusFilter: "the app's filter for the Focus \(name) does not match (INT-9)"
        case .summary, nil: nil
        }
    }

    /// The sound and the badge, for the summary; empty for neither.
    private var effectWords: String {
        var words: [String] = []
        if let badge = decision.badge {
            words.append(badge == 0 ? "badge removed" : "badge set to \(badge)")
        }
        if let sound = decision.sound {
            words.append(sound == "default" ? "default sound played" : "sound \(sound) played")
        }
        if decision.vibrates { words.append("vibrated") }
        return words.joined(separator: " and ")
    }

    private func nothingWords(_ loudness: EffectiveInterruption) -> String {
        if isQuiet {
            return hasText
                ? "not shown: provisional permission and Notification Center is off (AUTH-21)"
                : "not applied: provisional permission has no sound and no badge (AUTH-21)"
        }
        if let focusWords {
            return hasText
                ? "not shown: \(focusWords) and Notification Center is off"
                : "not applied: \(focusWords)"
        }
        if hasText, withheld == .summary {
            return "not shown: it would wait for the summary and Notification Center is off "
                + "(AUTH-20)"
        }
        if hasText {
            return
                "not shown: banners, lock screen and Notification Center are off in Settings "
                + "(AUTH-20)"
        }
        if let badge = content.badge, badge < 0 {
            return "not applied: the badge is negative (BDG-4)"
        }
        if content.badge == nil, loudness.level == .passive {
            return "not applied: a passive notification has no sound (LVL-1)"
        }
        if content.badge == nil, withheld == .summary {
            return "not applied: the app waits for the scheduled summary (\(levelRule(loudness)))"
        }
        return "not applied: sounds or badges are off in Settings (AUTH-20)"
    }
}
