// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The state of one switch in Settings. Apple: since iOS 10.0.
public enum UNNotificationSetting: Int, Sendable {
    /// The app cannot have this switch.
    case notSupported = 0
    /// The switch is off.
    case disabled = 1
    /// The switch is on.
    case enabled = 2
}
