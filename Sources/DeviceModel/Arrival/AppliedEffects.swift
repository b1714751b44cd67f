// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Sound, vibration and badge of a notification, as the phone applies them.
struct AppliedEffects: Hashable {
    /// The sound that is played: a file or `default`; `nil` for none.
    private(set) var sound: String?
    private(set) var repeatsSound = false
    /// Whether the phone vibrates because the notification has a sound and the phone is silenced.
    private(set) var vibrates = false
    /// The new number of the badge; `nil` leaves the badge unchanged.
    private(set) var badge: Int?
    /// Whether the app's notifications are removed from Notification Center (`BDG-5`).
    private(set) var clearsList = false
    /// The rules about the badge.
    private(set) var badgeRules: [RuleID] = []

    /// - Parameters:
    ///   - allowsSound: Whether the settings, the level and the app allow the sound.
    ///   - allowsBadge: Whether the settings and the app allow the change of the badge.
    init(
        _ context: ArrivalContext, _ content: NotificationContent,
        _ loudness: EffectiveInterruption, allowsSound: Bool, allowsBadge: Bool
    ) {
        if allowsSound, let wanted = loudness.sound {
            // On a silenced phone, only the sound of a critical alert plays.
            if context.device.isMuted, loudness.level != .critical {
                vibrates = true
            } else {
                sound = wanted
                repeatsSound = loudness.isRingtone
            }
        }
        guard allowsBadge, let wanted = content.badge else { return }
        guard wanted >= 0 else {
            badgeRules = ["BDG-4"]
            return
        }
        badge = wanted
        badgeRules = ["BDG-1", "BDG-2"]
        if wanted == 0, context.app.badge != 0, context.choices.badgeZeroClearsList {
            clearsList = true
            badgeRules.append("BDG-5")
        }
    }

    /// The effects that the summary of the arrival mentions.
    var list: [ArrivalFact.Effect] {
        var effects: [ArrivalFact.Effect] = []
        if let badge { effects.append(.badge(badge)) }
        if let sound { effects.append(.sound(sound)) }
        if vibrates { effects.append(.vibration) }
        return effects
    }
}
