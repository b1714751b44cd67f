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
    var requestID: String
    var payload: PushPayload

    init(
        choice: Choice, text: String? = nil, requestID: String = "", payload: PushPayload
    ) {
        self.choice = choice
        self.text = text
        self.requestID = requestID
        self.payload = payload
    }

    init(_ response: UNNotificationResponse) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: choice = .open
        case UNNotificationDismissActionIdentifier: choice = .dismiss
        case let id: choice = ActionID(rawValue: id).map(Choice.action) ?? .unknown(id)
        }
        text = (response as? UNTextInputNotificationResponse)?.userText
        requestID = response.notification.request.identifier
        payload = PushPayload(response.notification.request.content.userInfo)
    }
}
