// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

/// A place in the app that a notification or a link leads to.
enum Destination: Hashable, Sendable {
    case conversation(String)
    case order(String)
    case reminder(String)
    case game(String)
    case article(URL)
    case notificationSettings

    /// Reads a link such as `demo://orders/20931?tab=tracking`; `nil` for any other.
    init?(url: URL) {
        guard url.scheme?.lowercased() == "demo", let section = url.host() else { return nil }
        let id = url.pathComponents.first { $0 != "/" }
        switch (section, id) {
        case ("chats", let id?): self = .conversation(id)
        case ("orders", let id?): self = .order(id)
        case ("reminders", let id?): self = .reminder(id)
        case ("games", let id?): self = .game(id)
        case ("settings", _): self = .notificationSettings
        default: return nil
        }
    }

    /// Where a tap on a notification leads; `nil` when it only opens the app.
    init?(_ payload: PushPayload) {
        if let destination = payload.link.flatMap(Destination.init(url:)) {
            self = destination
        } else if let conversation = payload.conversation {
            self = .conversation(conversation.id)
        } else if let id = payload.orderID {
            self = .order(id)
        } else if let id = payload.reminderID {
            self = .reminder(id)
        } else if let id = payload.gameID {
            self = .game(id)
        } else if let article = payload.article {
            self = .article(article)
        } else {
            return nil
        }
    }
}
