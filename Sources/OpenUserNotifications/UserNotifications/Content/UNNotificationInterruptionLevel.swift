// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How strongly a notification may interrupt the person. The payload's values are `passive`,
/// `active`, `time-sensitive` and `critical`. Available since iOS 15.0.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Adds the notification to the list, without lighting the screen or playing a sound.
    case passive = 0
    /// Lights the screen and may play a sound; the default.
    case active = 1
    /// Breaks through a Focus and the scheduled summary if the person allows time-sensitive
    /// notifications.
    case timeSensitive = 2
    /// Plays a sound even when the phone is muted; requires an entitlement.
    case critical = 3
}
