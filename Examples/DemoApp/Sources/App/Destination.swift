// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation

/// A page of the app that a notification or a link leads to.
enum Destination: PushRoute {
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

    /// Reads the destination of a notification; `nil` when it only opens the app.
    init?(_ message: PushMessage) {
        let payload = message.payload
        let link = payload.url("link", schemes: ["demo"])
        if let destination = link.flatMap(Destination.init(url:)) {
            self = destination
        } else if let id = payload.string("conversation.id") {
            self = .conversation(id)
        } else if let id = payload.string("order_id") {
            self = .order(id)
        } else if let id = payload.string("reminder") {
            self = .reminder(id)
        } else if let id = payload.string(anyOf: ["game_id", "match"]) {
            self = .game(id)
        } else if let article = payload.url("article") {
            self = .article(article)
        } else {
            return nil
        }
    }
}
