// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the person allows an app. Apple: since iOS 10.0.
public class UNNotificationSettings: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of the settings.
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
    /// Whether they are kept in Notification Center.
    public var notificationCenterSetting: UNNotificationSetting {
        Self.of(record.notificationCenter)
    }
    /// Whether they appear on the locked screen.
    public var lockScreenSetting: UNNotificationSetting { Self.of(record.lockScreen) }
    /// Whether they appear in CarPlay.
    public var carPlaySetting: UNNotificationSetting { Self.of(record.carPlay) }
    /// Whether they show alerts.
    public var alertSetting: UNNotificationSetting { Self.of(record.alert) }
    /// Whether they set the number on the icon.
    public var badgeSetting: UNNotificationSetting { Self.of(record.badge) }
    /// Whether they sound.
    public var soundSetting: UNNotificationSetting { Self.of(record.sound) }
    /// Whether critical alerts sound. Since iOS 12.0.
    public var criticalAlertSetting: UNNotificationSetting { Self.of(record.criticalAlert) }
    /// Whether they are read aloud. Since iOS 13.0.
    public var announcementSetting: UNNotificationSetting { Self.of(record.announcement) }
    /// Whether they wait for the scheduled summary. Since iOS 15.0.
    public var scheduledDeliverySetting: UNNotificationSetting { Self.of(record.scheduledDelivery) }
    /// Whether time-sensitive ones break through. Since iOS 15.0.
    public var timeSensitiveSetting: UNNotificationSetting { Self.of(record.timeSensitive) }
    /// Whether messages from people break through. Since iOS 15.0.
    public var directMessagesSetting: UNNotificationSetting { Self.of(record.directMessages) }
    /// How alerts appear on the unlocked screen.
    public var alertStyle: UNAlertStyle { UNAlertStyle(rawValue: record.alertStyle) ?? .none }
    /// When the text may be seen. Since iOS 11.0.
    public var showPreviewsSetting: UNShowPreviewsSetting {
        UNShowPreviewsSetting(rawValue: record.showPreviews) ?? .always
    }
    /// Whether Settings shows a button for the settings inside the app. Since iOS 12.0.
    public var providesAppNotificationSettings: Bool { record.providesAppNotificationSettings }

    private static func of(_ rawValue: Int) -> UNNotificationSetting {
        UNNotificationSetting(rawValue: rawValue) ?? .notSupported
    }
}
