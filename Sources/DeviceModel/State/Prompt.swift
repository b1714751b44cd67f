// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A question of the system on the screen, which waits for the person.
public struct Prompt: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// "… Would Like to Send You Notifications".
        case notifications
        /// The second question, about critical alerts.
        case criticalAlerts = "critical-alerts"
        /// Whether Live Activities that are started by push may go on.
        case liveActivities = "live-activities"
        /// Whether to go on with a provisional trial, asked on a notification.
        case provisional
    }

    /// Counts up on each phone.
    public let id: Int
    public let kind: Kind
    public let bundleID: String
    /// What the app asked for when it caused the question.
    public let options: AuthorizationOptions

    enum CodingKeys: String, CodingKey {
        case id, kind, options
        case bundleID = "bundle_id"
    }

    public init(id: Int, kind: Kind, bundleID: String, options: AuthorizationOptions) {
        self.id = id
        self.kind = kind
        self.bundleID = bundleID
        self.options = options
    }
}
