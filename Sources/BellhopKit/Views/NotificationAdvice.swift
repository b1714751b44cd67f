// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import UserNotificationsShim

/// A setting because of which the person may not notice the app's notifications. Only the person
/// can change it, in Settings.
public enum NotificationAdvice: String, Hashable, Sendable, CaseIterable {
    /// Notifications are off.
    case denied
    /// Permission is provisional, so notifications are delivered quietly.
    case quiet
    /// Notifications are allowed, but are shown nowhere.
    case invisible
    /// Notifications wait for the scheduled summary.
    case summarized

    /// Returns the first setting to change; `nil` when there is none, and before the person was
    /// asked.
    public init?(_ settings: SettingsReading) {
        switch settings.authorization {
        case .notDetermined: return nil
        case .denied: self = .denied
        case .provisional: self = .quiet
        case .authorized, .ephemeral:
            let destinations = [settings.alert, settings.lockScreen, settings.notificationCenter]
            if !destinations.contains(true), destinations.contains(false) {
                self = .invisible
            } else if settings.scheduledDelivery == true {
                self = .summarized
            } else {
                return nil
            }
        }
    }

    /// A sentence for the person. The app's string catalog may translate it.
    public var text: String {
        switch self {
        case .denied: String(localized: "Notifications are off. You can turn them on in Settings.")
        case .quiet:
            String(localized: "Notifications arrive quietly. You can change that in Settings.")
        case .invisible:
            String(localized: "Notifications are hidden. You can show them in Settings.")
        case .summarized:
            String(
                localized: "Notifications wait for your summary. You can change that in Settings.")
        }
    }
}

extension NotificationPermission {
    /// The setting that the person could change; `nil` when there is none, and before the person
    /// was asked.
    public var advice: NotificationAdvice? { settings.flatMap(NotificationAdvice.init) }
}
