// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a notification sounds like. Source: `UNNotificationSound`.
public enum NotificationSound: Hashable, Sendable, Codable {
    /// The system's own sound.
    case `default`
    /// A file of the app.
    case named(String)
    /// Sounds although the phone is silenced, at a volume of 0 to 1; `nil` for the default sound
    /// and the phone's volume.
    case critical(name: String?, volume: Double?)
    /// The ringtone of a call, for content updated from a call intent; `nil` for the default one.
    case ringtone(name: String?)
}
