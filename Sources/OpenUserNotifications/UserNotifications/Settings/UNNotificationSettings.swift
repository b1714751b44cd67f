// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The notification settings of an app. Available since iOS 10.0.
public class UNNotificationSettings: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of the settings.
    public struct Record: ValueRecord {
        package var authorizationStatus = UNAuthorizationStatus.notDetermined.rawValue
        package var notificationCenter = UNNotificationSetting.notSupported.rawValue
        package var lockScreen = UNNotificationSetting.notSupported.rawValue
        package var carPlay = UNNotificationSetting.notSupported.rawValue
        package var alert = UNNotificationSetting.notSupported.rawValue
        package var badge = UNNotificationSetting.notSupported.rawValue
        package var sound = UNNotificationSetting.notSupported.rawValue
        package var criticalAlert = UNNotificationSetting.notSupported.rawValue
        package var announcement = UNNotificationSetting.notSupported.rawValue
        package var scheduledDelivery = UNNotificationSetting.notSupported.rawValue
        package var timeSensitive = UNNotificationSetting.notSupported.rawValue
        package var directMessages = UNNotificationSetting.notSupported.rawValue
        package var alertStyle = UNAlertStyle.none.rawValue
        package var showPreviews = UNShowPreviewsSetting.always.rawValue
        package var providesAppNotificationSettings = false

        package init() {}
    }

    /// Whether the app may send notifications at all.
    public var authorizationStatus: UNAuthorizationStatus {
        UNAuthorizationStatus(rawValue: record.authorizationStatus) ?? .notDetermined
    }
    /// Whether notifications appear in Notification Center.
    public var notificationCenterSetting: UNNotificationSetting {
        Self.of(record.notificationCenter)
    }
    /// Whether notifications appear on the Lock Screen.
    public var lockScreenSetting: UNNotificationSetting { Self.of(record.lockScreen) }
    /// Whether notifications appear in CarPlay.
    public var carPlaySetting: UNNotificationSetting { Self.of(record.carPlay) }
    /// Whether notifications show alerts.
    public var alertSetting: UNNotificationSetting { Self.of(record.alert) }
    /// Whether notifications set the badge on the app's icon.
    public var badgeSetting: UNNotificationSetting { Self.of(record.badge) }
    /// Whether notifications play sounds.
    public var soundSetting: UNNotificationSetting { Self.of(record.sound) }
    /// Whether critical alerts play sounds. Available since iOS 12.0.
    public var criticalAlertSetting: UNNotificationSetting { Self.of(record.criticalAlert) }
    /// Whether notifications are read aloud. Available since iOS 13.0.
    public var announcementSetting: UNNotificationSetting { Self.of(record.announcement) }
    /// Whether notifications wait for the scheduled summary. Available since iOS 15.0.
    public var scheduledDeliverySetting: UNNotificationSetting { Self.of(record.scheduledDelivery) }
    /// Whether time-sensitive notifications break through a Focus and the scheduled summary.
    /// Available since iOS 15.0.
    public var timeSensitiveSetting: UNNotificationSetting { Self.of(record.timeSensitive) }
    /// Whether messages from people are delivered without waiting for the scheduled summary.
    /// Available since iOS 15.0.
    public var directMessagesSetting: UNNotificationSetting { Self.of(record.directMessages) }
    /// How alerts appear on the unlocked screen.
    public var alertStyle: UNAlertStyle { UNAlertStyle(rawValue: record.alertStyle) ?? .none }
    /// The condition under which the notification's text is shown. Available since iOS 11.0.
    public var showPreviewsSetting: UNShowPreviewsSetting {
        UNShowPreviewsSetting(rawValue: record.showPreviews) ?? .always
    }
    /// Whether Settings shows a button for the app's own notification settings. Available since iOS
    /// 12.0.
    public var providesAppNotificationSettings: Bool { record.providesAppNotificationSettings }

    private static func of(_ rawValue: Int) -> UNNotificationSetting {
        UNNotificationSetting(rawValue: rawValue) ?? .notSupported
    }
}
