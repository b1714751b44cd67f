// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopSeal
import UserNotificationsShim

/// What the app and the extensions of the courier share.
enum Courier {
    static let bundleID = "com.example.courier"
    static let appGroup = "group.com.example.courier"
    static let refreshTask = "com.example.courier.refresh"
    static let encryption = EncryptionPlan()
    /// What is shown for a message that cannot be opened.
    static let neutral = LocalizedTexts(title: "COURIER", body: "NEW_MESSAGE")
    static let strings = ["en": ["COURIER": "Courier", "NEW_MESSAGE": "You have a new message"]]
}

enum CourierRoute: PushRoute {
    case chat(String)
    case parcel(String)
    case link(String)

    init?(_ message: PushMessage) {
        let payload = message.payload
        if let chat = payload.string("chat") {
            self = .chat(chat)
        } else if let parcel = payload.string("parcel") {
            self = .parcel(parcel)
        } else if let link = payload.string(anyOf: PayloadKeys().link) {
            self = .link(link)
        } else {
            return nil
        }
    }
}

extension PushActionID {
    static let reply: PushActionID = "reply"
    static let like: PushActionID = "like"
    static let delete: PushActionID = "delete"
    static let snooze: PushActionID = "snooze"
    static let forget: PushActionID = "forget"
}

extension PushCategory {
    static let chat = PushCategory(
        "chat",
        actions: [
            .textInput(.reply, "Reply", send: "Send"), .button(.like, "Like"),
            .button(.delete, "Delete", options: .destructive),
        ])
    static let parcel = PushCategory(
        "parcel", actions: [.button(.snooze, "In five minutes"), .button(.forget, "Forget it")])
    static let offers = PushCategory("offers")
}

extension PermissionReason {
    static let parcels = PermissionReason(
        feature: "parcels", title: "Know when your parcel is at the door")
}

struct DeliveryAttributes: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        var stops: Int
    }
    let parcel: String
}

/// The attributes of a transit line, whose state is the same for everybody.
struct LineAttributes: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        var delay: Int
    }
    let line: String
}
