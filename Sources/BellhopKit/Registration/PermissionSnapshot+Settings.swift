// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import UserNotificationsShim

extension UNUserNotificationCenter {
    /// What the person allows now. Apple's settings object stays where it was made.
    func permissionSnapshot() async -> PermissionSnapshot {
        await withCheckedContinuation { continuation in
            getNotificationSettings { settings in
                continuation.resume(returning: PermissionSnapshot(registering: settings))
            }
        }
    }
}

extension PermissionSnapshot {
    /// The settings as servers are told of them.
    fileprivate init(registering settings: UNNotificationSettings) {
        let authorization: Authorization =
            switch settings.authorizationStatus {
            case .denied: .denied
            case .authorized: .authorized
            case .provisional: .provisional
            #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
            case .ephemeral: .ephemeral
            #endif
            default: .notDetermined
            }
        #if os(watchOS)
        let badge = false
        #else
        let badge = settings.badgeSetting == .enabled
        #endif
        self.init(
            authorization: authorization, alert: settings.alertSetting == .enabled,
            sound: settings.soundSetting == .enabled, badge: badge,
            criticalAlert: settings.criticalAlertSetting == .enabled,
            timeSensitive: settings.timeSensitiveSetting == .enabled)
    }
}
