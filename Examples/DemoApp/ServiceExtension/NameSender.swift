// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import Intents
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Makes a message a communication notification: the system shows who wrote it, and lets it through
/// a Focus that allows that person. The last step, because its result must not be changed.
struct NameSender: ServiceStep {
    func run(on delivery: Delivery) async {
        guard let conversation = PushPayload(delivery.userInfo).conversation,
            let senderID = conversation.senderID, let senderName = conversation.senderName
        else { return }
        delivery.replace { content in
            let intent = Self.intent(conversation, senderID, senderName, text: content.body)
            let interaction = INInteraction(intent: intent, response: nil)
            interaction.direction = .incoming
            interaction.donate(completion: nil)
            return try content.updating(from: intent)
        }
    }

    private static func intent(
        _ conversation: PushPayload.Conversation, _ senderID: String, _ senderName: String,
        text: String
    ) -> INSendMessageIntent {
        let members = conversation.memberIDs.map { person($0, name: nil) }
        return INSendMessageIntent(
            recipients: conversation.groupName == nil ? nil : members,
            outgoingMessageType: .outgoingMessageText, content: text,
            speakableGroupName: conversation.groupName.map(INSpeakableString.init(spokenPhrase:)),
            conversationIdentifier: conversation.id, serviceName: nil,
            sender: person(senderID, name: senderName), attachments: nil)
    }

    private static func person(_ id: String, name: String?) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: id, type: .unknown), nameComponents: nil,
            displayName: name, image: nil, contactIdentifier: nil, customIdentifier: id)
    }
}
