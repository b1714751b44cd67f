// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// The person's response to a notification.
public struct PushResponse: Hashable, Sendable {
    /// The kind of response.
    public enum Choice: Hashable, Sendable {
        /// The person tapped the notification.
        case tap
        /// The person chose one of the notification's buttons.
        case action(PushActionID)
        /// The person entered a text, which may be empty (rule `ACT-6`).
        case text(PushActionID, String)
        /// The person cleared the notification. The system reports this only for categories with
        /// `customDismissAction` (rule `ACT-7`).
        case dismissed

        /// A description for messages to developers, without the text that the person entered.
        var name: String {
            switch self {
            case .tap: "a tap"
            case .action(let id), .text(let id, _): "action \"\(id.rawValue)\""
            case .dismissed: "a dismissal"
            }
        }
    }

    public var message: PushMessage
    public var choice: Choice
    /// The notification's identifier in Notification Center; a notification with the same
    /// identifier replaces it.
    public var notificationID: String
    /// The content that the notification showed, for
    /// ``LocalSchedule/snooze(_:for:)-(PushResponse,_)``. The system has already removed the
    /// notification from Notification Center.
    public var shown: LocalContent

    public init(
        _ message: PushMessage, _ choice: Choice, notificationID: String,
        shown: LocalContent = LocalContent()
    ) {
        self.message = message
        self.choice = choice
        self.notificationID = notificationID
        self.shown = shown
    }

    /// The action, if the person chose one.
    public var action: PushActionID? {
        switch choice {
        case .action(let id), .text(let id, _): id
        case .tap, .dismissed: nil
        }
    }

    /// The text that the person entered.
    public var text: String? {
        if case .text(_, let text) = choice { text } else { nil }
    }
}

extension PushResponse.Choice {
    /// Converts the system's response.
    init(_ response: UNNotificationResponse) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: self = .tap
        case UNNotificationDismissActionIdentifier: self = .dismissed
        case let identifier:
            let id = PushActionID(rawValue: identifier)
            let text = (response as? UNTextInputNotificationResponse)?.userText
            self = text.map { .text(id, $0) } ?? .action(id)
        }
    }
}
