// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A person's response to a notification, as the app receives it. Source: `UNNotificationResponse`.
public struct NotificationResponse: Hashable, Sendable, Codable {
    /// The person tapped the notification. Source: `UNNotificationDefaultActionIdentifier`.
    public static let defaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    /// The person cleared the notification. Source: `UNNotificationDismissActionIdentifier`.
    public static let dismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

    public let actionIdentifier: String
    /// The text that the person entered, for an action with a text field.
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
    /// The chosen action, the entered text and the notification, in one line. For a tap or a
    /// dismissal, the line contains only the notification.
    var oneLine: String {
        let hasOwnName =
            actionIdentifier != Self.defaultActionIdentifier
            && actionIdentifier != Self.dismissActionIdentifier
        guard hasOwnName else { return notification.oneLine }
        return OneLine.text(
            of: [actionIdentifier, text.map { "“\($0)”" } ?? "", notification.oneLine])
    }
}
