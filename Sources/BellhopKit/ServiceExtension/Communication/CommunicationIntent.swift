// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// A message as a SiriKit intent, from which the system makes a communication notification.
///
/// Only a group has recipients and a speakable name. For a conversation between two people, both
/// values are left out, because the system would treat a conversation with these values as a group
/// ("Implementing communication notifications").
struct CommunicationIntent: Hashable, Sendable {
    /// The images that were fetched.
    struct Avatars: Hashable, Sendable {
        var sender: Data?
        var group: Data?
    }

    let conversation: PushConversation
    let text: String
    let avatars: Avatars

    init(_ conversation: PushConversation, text: String, avatars: Avatars = Avatars()) {
        self.conversation = conversation
        self.text = text
        self.avatars = avatars
    }

    /// Returns a new intent for each call, so that the caller may pass the intent on.
    func intent() -> INSendMessageIntent {
        let group = conversation.group
        let intent = INSendMessageIntent(
            recipients: group.map(Self.recipients), outgoingMessageType: .outgoingMessageText,
            content: text,
            speakableGroupName: group.map { INSpeakableString(spokenPhrase: $0.name) },
            conversationIdentifier: conversation.id, serviceName: nil,
            sender: Self.person(conversation.sender, image: avatars.sender), attachments: nil)
        if group != nil, let image = avatars.group {
            intent.setImage(INImage(imageData: image), forParameterNamed: \.speakableGroupName)
        }
        let metadata = INSendMessageIntentDonationMetadata()
        metadata.mentionsCurrentUser = conversation.mentionsMe
        metadata.isReplyToCurrentUser = conversation.repliesToMe
        metadata.notifyRecipientAnyway = conversation.notifiesAnyway
        metadata.recipientCount = (group?.members.count ?? 0) + 1
        intent.donationMetadata = metadata
        return intent
    }

    /// Returns the interaction to donate: an incoming message for the phone's owner.
    func interaction() -> INInteraction {
        let interaction = INInteraction(intent: intent(), response: nil)
        interaction.direction = .incoming
        interaction.groupIdentifier = conversation.id
        return interaction
    }

    /// Returns the recipients of a group. If the server lists no members, the phone's owner is the
    /// only recipient.
    private static func recipients(_ group: PushConversation.Group) -> [INPerson] {
        guard group.members.isEmpty else { return group.members.map { person($0, image: nil) } }
        return [
            INPerson(
                personHandle: INPersonHandle(value: nil, type: .unknown), nameComponents: nil,
                displayName: nil, image: nil, contactIdentifier: nil, customIdentifier: nil,
                isMe: true)
        ]
    }

    private static func person(_ person: PushConversation.Person, image: Data?) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: person.id, type: .unknown), nameComponents: nil,
            displayName: person.name, image: image.map { INImage(imageData: $0) },
            contactIdentifier: nil, customIdentifier: person.id)
    }
}
