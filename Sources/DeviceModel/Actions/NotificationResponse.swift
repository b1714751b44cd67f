// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a person did with a notification, as the app gets it. Source: `UNNotificationResponse`.
public struct NotificationResponse: Hashable, Sendable, Codable {
    /// The tap on the notification itself. Source: `UNNotificationDefaultActionIdentifier`.
    public static let defaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    /// An explicit clearing. Source: `UNNotificationDismissActionIdentifier`.
    public static let dismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

    public let actionIdentifier: String
    /// What was typed, for an action with a text field.
    public let text: String?
    public let notification: DeliveredNotification

    enum CodingKeys: String, CodingKey {
        case notification, text
        case actionIdentifier = "action_identifier"
    }

    public init(
        actionIdentifier: String = Self.defaultActionIdentifier, text: String? = nil,
        notification: DeliveredNotification
    ) {
        self.actionIdentifier = actionIdentifier
        self.text = text
        self.notification = notification
    }
}

extension NotificationResponse {
    /// What was chosen, what was typed and for which notification, in one line; for a tap or a
    /// clearing the notification alone.
    var oneLine: String {
        let hasOwnName =
            actionIdentifier != Self.defaultActionIdentifier
            && actionIdentifier != Self.dismissActionIdentifier
        guard hasOwnName else { return notification.oneLine }
        return OneLine.text(
            of: [actionIdentifier, text.map { "“\($0)”" } ?? "", notification.oneLine])
    }
}
