// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The person's permission for an app's notifications. Source: `UNAuthorizationStatus`.
public enum Authorization: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app has not asked yet.
    case notDetermined = "not-determined"
    case denied
    case authorized
    /// A quiet trial without a prompt: Notification Center only.
    case provisional
    /// For App Clips, for a few hours after launch.
    case ephemeral

    /// Whether anything may reach the person.
    public var allowsNotifications: Bool {
        switch self {
        case .authorized, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }
}
