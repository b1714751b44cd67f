// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import UserNotificationsShim

/// A line of the page about notifications in the app's settings.
struct SettingsRow: Equatable, Identifiable, Sendable {
    let title: String
    let isOn: Bool

    var id: String { title }
}

extension SettingsReading {
    /// The system's settings, without those that do not apply to this app.
    var rows: [SettingsRow] {
        [
            (String(localized: "Lock Screen"), lockScreen),
            (String(localized: "Notification Center"), notificationCenter),
            (String(localized: "Banners"), alert),
            (String(localized: "Sounds"), sound),
            (String(localized: "Badges"), badge),
            (String(localized: "Time-Sensitive"), timeSensitive),
            (String(localized: "Critical Alerts"), criticalAlert),
        ].compactMap { title, isOn in isOn.map { SettingsRow(title: title, isOn: $0) } }
    }
}

extension RegistrationStatus {
    /// The text that is shown when registration has failed and will not be repeated by itself.
    var problem: String? {
        guard case .failed(_, next: nil) = self else { return nil }
        return String(localized: "This phone cannot receive pushes at the moment.")
    }
}
