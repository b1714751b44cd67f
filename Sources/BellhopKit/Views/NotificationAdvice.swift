// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import UserNotificationsShim

/// What keeps notifications from being noticed though the app would send them, and is the person's
/// to change in Settings.
public enum NotificationAdvice: String, Hashable, Sendable, CaseIterable {
    /// They are off.
    case denied
    /// They are on trial and come quietly.
    case quiet
    /// They are allowed, but nothing of them is seen.
    case invisible
    /// They wait for the scheduled summary.
    case summarized

    /// The first thing to change; `nil` when all is well, and while nobody was asked.
    public init?(_ settings: SettingsReading) {
        switch settings.authorization {
        case .notDetermined: return nil
        case .denied: self = .denied
        case .provisional: self = .quiet
        case .authorized, .ephemeral:
            let places = [settings.alert, settings.lockScreen, settings.notificationCenter]
            if !places.contains(true), places.contains(false) {
                self = .invisible
            } else if settings.scheduledDelivery == true {
                self = .summarized
            } else {
                return nil
            }
        }
    }

    /// A sentence for the person. The app's string catalogue may translate it.
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
    /// What the person could change in Settings; `nil` when all is well, and while nobody was
    /// asked.
    public var advice: NotificationAdvice? { settings.flatMap(NotificationAdvice.init) }
}
