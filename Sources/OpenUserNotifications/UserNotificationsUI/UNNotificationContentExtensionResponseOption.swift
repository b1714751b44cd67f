// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The system's next step after the extension has handled an action. Available since iOS 10.0.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// The notification stays open.
    case doNotDismiss = 0
    /// The notification is closed, and the app is not informed.
    case dismiss = 1
    /// The notification is closed, and the app receives the response.
    case dismissAndForwardAction = 2
}
