// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How much a notification may interrupt. The payload spells these `passive`, `active`, `time-
/// sensitive` and `critical`. Apple: since iOS 15.0.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Goes to the list, without light or sound.
    case passive = 0
    /// Lights the screen and may play a sound; the default.
    case active = 1
    /// Breaks through a Focus and the summary where the person allows it.
    case timeSensitive = 2
    /// Sounds even when the phone is muted; needs an entitlement.
    case critical = 3
}
