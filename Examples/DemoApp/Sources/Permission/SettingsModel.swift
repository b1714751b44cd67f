// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation

#if canImport(UIKit)
import UIKit
import UserNotifications
#else
import OpenUserNotifications
#endif

/// The page about notifications in the app's settings: what the system allows, in words.
@MainActor
@Observable
final class SettingsModel {
    /// A line of the page.
    struct Row: Equatable, Identifiable, Sendable {
        let title: String
        /// `nil` for what this app cannot have.
        let isOn: Bool?

        var id: String { title }
    }

    private(set) var rows: [Row] = []
    /// What the person can do, if notifications do not work as they could.
    private(set) var advice: String?
    private(set) var registrationError: String?
    private let center: UNUserNotificationCenter

    init(center: UNUserNotificationCenter) { self.center = center }

    /// Looks everything up again.
    func update() async {
        let settings = await center.notificationSettings()
        rows = [
            Row(String(localized: "Lock Screen"), settings.lockScreenSetting),
            Row(String(localized: "Notification Center"), settings.notificationCenterSetting),
            Row(String(localized: "Banners"), settings.alertSetting),
            Row(String(localized: "Sounds"), settings.soundSetting),
            Row(String(localized: "Badges"), settings.badgeSetting),
            Row(String(localized: "Time-Sensitive"), settings.timeSensitiveSetting),
            Row(String(localized: "Critical Alerts"), settings.criticalAlertSetting),
        ].filter { $0.isOn != nil }
        advice = Self.advice(settings)
    }

    /// Opens the app's page in the system's settings.
    func openSystemSettings() async {
        guard let url = URL(string: UIApplication.openNotificationSettingsURLString) else { return }
        await UIApplication.shared.open(url)
    }

    /// Asks for alerts that sound even when the phone is muted. The system asks for those alone.
    func askForCriticalAlerts() async {
        _ = try? await center.requestAuthorization(options: [.criticalAlert])
        await update()
    }

    /// APNs gave no token.
    func registrationFailed(_ error: any Error) {
        registrationError = String(localized: "This phone cannot receive pushes at the moment.")
    }

    private static func advice(_ settings: UNNotificationSettings) -> String? {
        switch settings.authorizationStatus {
        case .denied: String(localized: "Notifications are off. Turn them on in Settings.")
        case .provisional:
            String(localized: "Notifications arrive quietly. Keep them to hear them.")
        case .authorized where settings.alertSetting == .disabled:
            String(localized: "Nothing appears on the screen. Turn on banners in Settings.")
        case .authorized where settings.scheduledDeliverySetting == .enabled:
            String(localized: "Some notifications wait for the scheduled summary.")
        default: nil
        }
    }
}

extension SettingsModel.Row {
    fileprivate init(_ title: String, _ setting: UNNotificationSetting) {
        self.title = title
        isOn =
            switch setting {
            case .enabled: true
            case .disabled: false
            case .notSupported: nil
            @unknown default: nil
            }
    }
}
