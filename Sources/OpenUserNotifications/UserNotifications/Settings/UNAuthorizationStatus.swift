// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The person's decision about this app's notifications. Available since iOS 10.0.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The person has not seen the prompt yet.
    case notDetermined = 0
    /// The app may not send notifications.
    case denied = 1
    /// The app may send notifications.
    case authorized = 2
    /// The app may send quiet notifications, although the person has not seen a prompt; available
    /// since iOS 12.0.
    case provisional = 3
    /// An App Clip may send notifications for a limited time; available since iOS 14.0.
    case ephemeral = 4
}
