// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The eighth step while the app is not in use: place, sound, badge.
extension ArrivalPipeline {
    mutating func present(
        _ notification: inout DeliveredNotification, _ loudness: EffectiveInterruption
    ) {
        decision.cite(isQuiet ? "AUTH-21" : row)
        decision.cite(isQuiet ? row : app.authorization == .ephemeral ? "AUTH-22" : "AUTH-20")
        let isSilenced = withheld == .focus || withheld == .focusFilter
        if isSilenced { decision.isSilencedByFocus = true }
        if decision.isSilencedByFocus { notification.silencedBy = device.focus?.name }
        let mayAlert = loudness.level != .passive && !isQuiet && withheld == nil
        if hasText {
            if withheld == .summary {
                decision.waitsForSummary = settings.notificationCenter
                notification.isOnLockScreen = false
                notification.isInNotificationCenter = settings.notificationCenter
            } else {
                place(&notification, mayAlert: mayAlert)
            }
        }
        keep(notification)
        let isCritical = loudness.level == .critical
        if mayAlert, settings.sound || isCritical { play(loudness) }
        if settings.badge { setBadge() }
        summarise(overAppInUse: false, loudness)
    }

    private mutating func place(_ notification: inout DeliveredNotification, mayAlert: Bool) {
        notification.isOnLockScreen = settings.lockScreen && mayAlert
        notification.isInNotificationCenter = settings.notificationCenter
        let isLocked = device.isLocked
        if isLocked, notification.isOnLockScreen {
            decision.place = .lockScreen
            // SIL-10: priority 1 must not wake the phone.
            decision.lightsScreen = origin.push?.priority != .powerFirst
            if !decision.lightsScreen { contentRules.append("SIL-10") }
        } else if !isLocked, settings.alert, mayAlert {
            decision.place = .banner
        } else if settings.notificationCenter {
            decision.place = .notificationCenter
            if mayAlert, !isLocked { decision.cite("AUTH-26") }
        }
        decision.isKept =
            notification.isInNotificationCenter || (isLocked && notification.isOnLockScreen)
    }

    /// Plays the sound, unless the phone is silenced and the alert is not critical.
    mutating func play(_ loudness: EffectiveInterruption) {
        guard let sound = loudness.sound else { return }
        if device.isMuted, loudness.level != .critical {
            decision.vibrates = true
        } else {
            decision.sound = sound
            decision.repeatsSound = loudness.isRingtone
        }
    }

    mutating func keep(_ notification: DeliveredNotification) {
        decision.notification = notification
        let stays = decision.isKept || decision.waitsForSummary
        let id = notification.id
        if stays,
            app.delivered.contains(where: { $0.id == id })
                || app.heldForSummary.contains(where: { $0.id == id })
        {
            decision.replaced = id
        }
    }

    mutating func setBadge() {
        guard let badge = content.badge else { return }
        guard badge >= 0 else { return decision.cite("BDG-4") }
        decision.badge = badge
        decision.cite("BDG-1")
        decision.cite("BDG-2")
        if badge == 0, app.badge != 0, choices.badgeZeroClearsList {
            decision.clearsList = true
            decision.cite("BDG-5")
        }
    }
}
