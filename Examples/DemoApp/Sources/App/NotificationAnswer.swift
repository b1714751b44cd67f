// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// What a person did with a notification, as a value that may cross from the system's queue to the
/// main actor.
struct NotificationAnswer: Equatable, Sendable {
    /// What was chosen.
    enum Choice: Equatable, Sendable {
        case open
        case dismiss
        case action(ActionID)
        /// A button of an older version of the app.
        case unknown(String)
    }

    var choice: Choice
    /// What was written in the text field of a button.
    var text: String?
    var payload: PushPayload
    /// The reminder that was shown. By now the system has taken it out of Notification Center, so
    /// nobody else has it.
    var reminder: Reminder?

    init(_ response: UNNotificationResponse) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: choice = .open
        case UNNotificationDismissActionIdentifier: choice = .dismiss
        case let id: choice = ActionID(rawValue: id).map(Choice.action) ?? .unknown(id)
        }
        text = (response as? UNTextInputNotificationResponse)?.userText
        let content = response.notification.request.content
        payload = PushPayload(content.userInfo)
        reminder = Reminder(content.userInfo)
    }
}
