// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The person's permission for an app's notifications. Source: `UNAuthorizationStatus`.
public enum Authorization: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app has not requested permission yet.
    case notDetermined = "not-determined"
    case denied
    case authorized
    /// The permission is a trial without a prompt: notifications arrive quietly, only in
    /// Notification Center.
    case provisional
    /// The permission of an App Clip. This permission lasts for a few hours after launch.
    case ephemeral

    /// Whether the app may show notifications to the person.
    public var allowsNotifications: Bool {
        switch self {
        case .authorized, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }
}
