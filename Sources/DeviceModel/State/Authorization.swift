// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the person allowed an app to do with notifications. Source: `UNAuthorizationStatus`.
public enum Authorization: String, Hashable, Sendable, Codable, CaseIterable {
    /// Never asked.
    case notDetermined = "not-determined"
    case denied
    case authorized
    /// A quiet trial: Notification Center only, without asking.
    case provisional
    /// For App Clips, a few hours after launch.
    case ephemeral

    /// Whether anything may reach the person.
    public var allowsNotifications: Bool {
        switch self {
        case .authorized, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }
}
