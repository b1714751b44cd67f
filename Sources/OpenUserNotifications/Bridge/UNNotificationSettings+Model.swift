// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
import Foundation

extension UNNotificationSettings.Record {
    package init(_ settings: SettingsSnapshot) {
        authorizationStatus = UNAuthorizationStatus(settings.authorization).rawValue
        notificationCenter = Self.raw(settings.notificationCenter)
        lockScreen = Self.raw(settings.lockScreen)
        carPlay = Self.raw(settings.carPlay)
        alert = Self.raw(settings.alert)
        badge = Self.raw(settings.badge)
        sound = Self.raw(settings.sound)
        criticalAlert = Self.raw(settings.criticalAlert)
        announcement = Self.raw(settings.announcement)
        scheduledDelivery = Self.raw(settings.scheduledDelivery)
        timeSensitive = Self.raw(settings.timeSensitive)
        directMessages = Self.raw(settings.directMessages)
        providesAppNotificationSettings = settings.providesAppNotificationSettings
        let style: UNAlertStyle =
            switch settings.alertStyle {
            case .none: .none
            case .banner: .banner
            case .alert: .alert
            }
        alertStyle = style.rawValue
        let previews: UNShowPreviewsSetting =
            switch settings.previews {
            case .always: .always
            case .whenAuthenticated: .whenAuthenticated
            case .never: .never
            }
        showPreviews = previews.rawValue
    }

    private static func raw(_ setting: SettingsSnapshot.Setting) -> Int {
        let setting: UNNotificationSetting =
            switch setting {
            case .notSupported: .notSupported
            case .disabled: .disabled
            case .enabled: .enabled
            }
        return setting.rawValue
    }
}

extension UNAuthorizationStatus {
    package init(_ authorization: Authorization) {
        self =
            switch authorization {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            case .provisional: .provisional
            case .ephemeral: .ephemeral
            }
    }
}
