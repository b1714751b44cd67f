// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// What became of a push, in a word and in a sentence.
extension ArrivalPipeline {
    mutating func summarise(overAppInUse: Bool, rule: RuleID) {
        let line = decision.notification?.oneLine ?? ""
        switch decision.place {
        case .lockScreen:
            decision.outcome = .shown
            decision.summary = "banner on the lock screen: \(line)"
        case .banner:
            decision.outcome = .shown
            decision.summary =
                overAppInUse ? "banner over the app in use: \(line)" : "banner: \(line)"
        case .notificationCenter:
            decision.outcome = .listedQuietly
            decision.summary = "in Notification Center only\(quietWords(overAppInUse))"
        case .none:
            let effects = effectWords
            if !effects.isEmpty {
                decision.outcome = .soundOrBadgeOnly
                decision.summary = "\(effects), nothing shown (\(rule))"
            } else {
                decision.outcome = overAppInUse ? .handledByApp : .discarded
                decision.summary = nothingWords(overAppInUse)
            }
        }
    }

    /// Why it is in Notification Center and nowhere else.
    private func quietWords(_ overAppInUse: Bool) -> String {
        if app.authorization == .provisional {
            return ", quietly: provisional permission (AUTH-21)"
        }
        if overAppInUse, !presentation.contains(.banner) {
            return ": the app in use asked for no banner (FG-4)"
        }
        if overAppInUse { return ": banners are off in Settings (FG-7)" }
        if decision.notification?.level == .passive { return ", quietly: passive level (LVL-1)" }
        return isLocked
            ? ": the lock screen is off in Settings (AUTH-20)"
            : ": banners are off in Settings (AUTH-26)"
    }

    /// What sounded and which number the icon shows; empty for neither.
    private var effectWords: String {
        var words: [String] = []
        if let badge = decision.badge {
            words.append(badge == 0 ? "badge removed" : "badge set to \(badge)")
        }
        if let sound = decision.sound {
            words.append(sound == "default" ? "default sound played" : "sound \(sound) played")
        }
        return words.joined(separator: " and ")
    }

    private func nothingWords(_ overAppInUse: Bool) -> String {
        if app.authorization == .provisional {
            return hasText
                ? "not shown: provisional permission and Notification Center is off (AUTH-21)"
                : "not applied: provisional permission has no sound and no badge (AUTH-21)"
        }
        if overAppInUse, presentation.isEmpty {
            return "not shown: the app in use asked for nothing (FG-2)"
        }
        if overAppInUse {
            return
                "not shown: the app in use asked for nothing that Settings and payload allow (FG-7)"
        }
        if hasText {
            return
                "not shown: banners, lock screen and Notification Center are off in Settings "
                + "(AUTH-20)"
        }
        if let badge = aps.badge, badge < 0 { return "not applied: the badge is negative (BDG-4)" }
        if loudnessIsPassive { return "not applied: a passive notification has no sound (LVL-1)" }
        return "not applied: sounds or badges are off in Settings (AUTH-20)"
    }

    private var loudnessIsPassive: Bool { aps.interruptionLevel == .passive && aps.badge == nil }
}
