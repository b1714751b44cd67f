// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Puts the text of an encrypted message in place of the stand-in. Without the key the stand-in of
/// the payload stays: it says nothing secret.
struct OpenMessage: ServiceStep {
    let keys: any MessageKeys

    func run(on delivery: Delivery) async {
        guard let encrypted = PushPayload(delivery.userInfo).encrypted,
            let key = try? await keys.key(encrypted.keyID),
            let message = try? encrypted.open(with: key)
        else { return }
        delivery.change { content in
            content.title = message.senderName
            content.subtitle = message.groupName ?? ""
            content.body = message.text
            content.categoryIdentifier = CategoryID.message.rawValue
            content.threadIdentifier = "chat-" + message.conversationID
            var userInfo = content.userInfo
            var conversation = ["id": message.conversationID, "sender": message.senderID]
            conversation["sender_name"] = message.senderName
            conversation["group"] = message.groupName
            userInfo["conversation"] = conversation
            userInfo["decrypted"] = true
            content.userInfo = userInfo
        }
    }
}
