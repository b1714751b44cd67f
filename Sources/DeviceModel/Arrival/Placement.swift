// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The place where a notification appears.
struct Placement {
    private(set) var notification: DeliveredNotification
    private(set) var place = ArrivalDecision.Place.none
    /// Whether the notification stays on the lock screen or in Notification Center.
    private(set) var isKept = false
    private(set) var waitsForSummary = false
    /// Whether the notification lights up a dark screen.
    private(set) var lightsScreen = false
    /// The rules that determined where the notification appears.
    private(set) var rules: [RuleID] = []
    /// The rules that are cited together with the rules about the content.
    private(set) var contentRules: [RuleID] = []

    /// Determines where a notification appears while its app is not in the foreground.
    init(
        _ context: ArrivalContext, _ composed: ComposedNotification, hasText: Bool,
        _ interruption: InterruptionDecision
    ) {
        notification = composed.notification
        notification.silencedBy = interruption.silencing?.focusName
        guard hasText else { return }
        let settings = context.settings
        notification.isInNotificationCenter = settings.notificationCenter
        guard !interruption.waitsForSummary else {
            notification.isOnLockScreen = false
            waitsForSummary = settings.notificationCenter
            return
        }
        let mayAlert = interruption.mayAlert
        let isLocked = context.device.isLocked
        notification.isOnLockScreen = settings.lockScreen && mayAlert
        if isLocked, notification.isOnLockScreen {
            place = .lockScreen
            // SIL-10: priority 1 must not light the screen.
            lightsScreen = context.origin.push?.priority != .powerFirst
            if !lightsScreen { contentRules = ["SIL-10"] }
        } else if !isLocked, settings.alert, mayAlert {
            place = .banner
        } else if settings.notificationCenter {
            place = .notificationCenter
            if mayAlert, !isLocked { rules = ["AUTH-26"] }
        }
        isKept =
            notification.isInNotificationCenter || (isLocked && notification.isOnLockScreen)
    }

    /// Determines where a notification appears while its app is in the foreground.
    ///
    /// - Parameter allowed: Those options from `willPresent` that the settings allow.
    init(
        _ context: ArrivalContext, _ composed: ComposedNotification, hasText: Bool,
        allowed: PresentationOptions
    ) {
        notification = composed.notification
        guard hasText else { return }
        notification.isOnLockScreen =
            context.settings.lockScreen && !context.isProvisional
            && notification.level != .passive
        isKept = allowed.contains(.list)
        notification.isInNotificationCenter = isKept
        place = allowed.contains(.banner) ? .banner : isKept ? .notificationCenter : .none
    }

    /// Returns the identifier of the app's earlier notification that this one replaces.
    func replacedID(in app: InstalledApp) -> String? {
        guard isKept || waitsForSummary else { return nil }
        let id = notification.id
        let isReplacing =
            app.delivered.contains { $0.id == id } || app.heldForSummary.contains { $0.id == id }
        return isReplacing ? id : nil
    }
}
