// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The state of one notification setting. Available since iOS 10.0.
public enum UNNotificationSetting: Int, Sendable {
    /// The setting is not available to the app.
    case notSupported = 0
    /// The setting is off.
    case disabled = 1
    /// The setting is on.
    case enabled = 2
}
