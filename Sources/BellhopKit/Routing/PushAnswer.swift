// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// What the person did with a notification.
public struct PushAnswer: Hashable, Sendable {
    /// Which way.
    public enum Choice: Hashable, Sendable {
        /// Tapped it.
        case tap
        /// Chose one of its buttons.
        case action(PushActionID)
        /// Wrote a text; it may be empty (rule `ACT-6`).
        case text(PushActionID, String)
        /// Cleared it; told only to categories with `customDismissAction` (rule `ACT-7`).
        case dismissed

        /// For messages to developers: without what the person wrote.
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
    /// The notification's own name in Notification Center; a notification with the same name
    /// replaces it.
    public var notificationID: String
    /// What the notification showed, for ``LocalSchedule/snooze(_:for:)``: by now the system has
    /// taken it out of Notification Center.
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

    /// The action, if it was one.
    public var action: PushActionID? {
        switch choice {
        case .action(let id), .text(let id, _): id
        case .tap, .dismissed: nil
        }
    }

    /// What the person wrote.
    public var text: String? {
        if case .text(_, let text) = choice { text } else { nil }
    }
}

extension PushAnswer.Choice {
    /// What the system says.
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
