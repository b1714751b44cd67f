// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Where a notification shows, how it sounds, what happens to the badge.
extension ArrivalPipeline {
    /// The app is not in use: levels and settings decide.
    mutating func present(_ content: DeliveredNotification, _ loudness: Loudness, rule: RuleID) {
        let settings = app.effectiveSettings
        let isQuiet = app.authorization == .provisional
        decision.cite(isQuiet ? "AUTH-21" : rule)
        decision.cite(isQuiet ? rule : app.authorization == .ephemeral ? "AUTH-22" : "AUTH-20")
        var content = content
        if hasText {
            let mayLight = content.level != .passive && !isQuiet
            content.isOnLockScreen = settings.lockScreen && mayLight
            content.isInNotificationCenter = settings.notificationCenter
            if isLocked, content.isOnLockScreen {
                decision.place = .lockScreen
            } else if !isLocked, settings.alert, mayLight {
                decision.place = .banner
            } else if settings.notificationCenter {
                decision.place = .notificationCenter
                if mayLight, !isLocked { decision.cite("AUTH-26") }
            }
            decision.isKept =
                content.isInNotificationCenter || (isLocked && content.isOnLockScreen)
        }
        keep(content)
        let isCritical = loudness.level == .critical
        if loudness.level != .passive, settings.sound || (isCritical && !isQuiet) {
            decision.sound = loudness.sound
        }
        if settings.badge { setBadge() }
        summarise(overAppInUse: false, rule: rule)
    }

    /// The app is in use: it is asked, and what it answers happens as far as the settings allow.
    mutating func presentOverAppInUse(
        _ content: DeliveredNotification, _ loudness: Loudness, rule: RuleID
    ) {
        let settings = app.effectiveSettings
        let isQuiet = app.authorization == .provisional
        decision.cite(isQuiet ? "AUTH-21" : rule)
        if isQuiet { decision.cite(rule) }
        decision.callbacks.append(
            Callback(
                .willPresent, bundleID: app.bundleID, rule: rule,
                detail: hasText ? content.oneLine : "sound or badge only"))
        var allowed = presentation
        if !settings.alert { allowed.remove(.banner) }
        if !settings.notificationCenter { allowed.remove(.list) }
        if !settings.sound, loudness.level != .critical || isQuiet { allowed.remove(.sound) }
        if !settings.badge { allowed.remove(.badge) }
        var content = content
        if hasText {
            content.isOnLockScreen = settings.lockScreen && !isQuiet && content.level != .passive
            content.isInNotificationCenter = allowed.contains(.list)
            decision.place =
                allowed.contains(.banner)
                ? .banner : allowed.contains(.list) ? .notificationCenter : .none
            decision.isKept = allowed.contains(.list)
        }
        keep(content)
        if allowed.contains(.sound) { decision.sound = loudness.sound }
        if allowed.contains(.badge) { setBadge() }
        citeForeground(allowed)
        summarise(overAppInUse: true, rule: rule)
    }

    private mutating func citeForeground(_ allowed: PresentationOptions) {
        if presentation.isEmpty { decision.cite("FG-2") }
        if hasText {
            switch (allowed.contains(.banner), allowed.contains(.list)) {
            case (true, true): decision.cite("FG-5")
            case (true, false): decision.cite("FG-3")
            case (false, true): decision.cite("FG-4")
            case (false, false): break
            }
        }
        if decision.sound != nil || decision.badge != nil { decision.cite("FG-6") }
        if aps.badge != nil { decision.cite("BDG-7") }
        if allowed != presentation { decision.cite("FG-7") }
    }

    private mutating func keep(_ content: DeliveredNotification) {
        decision.notification = content
        if decision.isKept, app.delivered.contains(where: { $0.id == content.id }) {
            decision.replaced = content.id
        }
    }

    private mutating func setBadge() {
        guard let badge = aps.badge else { return }
        guard badge >= 0 else { return decision.cite("BDG-4") }
        decision.badge = badge
        decision.cite("BDG-1", "BDG-2")
        if badge == 0, app.badge != 0, choices.badgeZeroClearsList {
            decision.clearsList = true
            decision.cite("BDG-5")
        }
    }
}
