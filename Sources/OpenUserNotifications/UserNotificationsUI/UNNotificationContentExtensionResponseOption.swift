// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What happens after the extension handled an action. Apple: since iOS 10.0.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// The notification stays open.
    case doNotDismiss = 0
    /// The notification is closed; the app is not told.
    case dismiss = 1
    /// The notification is closed and the app gets the response.
    case dismissAndForwardAction = 2
}
