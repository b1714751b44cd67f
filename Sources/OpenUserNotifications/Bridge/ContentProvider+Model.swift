// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension ContentProvider {
    /// This message or call, converted to the device model's type.
    var communication: Communication {
        switch self {
        case .message(let message): Self.communication(message)
        case .call(let call): Self.communication(call)
        }
    }

    private static func communication(_ message: INSendMessageIntent.Record) -> Communication {
        let others = (message.recipients ?? []).filter { !$0.isMe && $0 != message.sender }
        let groupImage = message.images[INSendMessageIntent.ImageName.group]
        return Communication(
            kind: .message, senderName: message.sender?.name ?? others.first?.name ?? "",
            senderHandle: message.sender?.identity,
            avatar: (groupImage ?? message.sender?.image)?.label,
            groupName: message.speakableGroupName?.spokenPhrase, recipientNames: others.map(\.name),
            conversationID: message.conversationIdentifier,
            notifiesAnyway: message.donationMetadata?.notifyRecipientAnyway ?? false)
    }

    private static func communication(_ call: INStartCallIntent.Record) -> Communication {
        let caller = call.contacts?.first
        return Communication(
            kind: .call, senderName: caller?.name ?? "", senderHandle: caller?.identity,
            avatar: caller?.image?.label,
            recipientNames: (call.contacts ?? []).dropFirst().map(\.name))
    }
}

extension INPerson.Record {
    /// The text by which a Focus recognizes the person: the identifier in Contacts, the handle, or
    /// the identifier in the app.
    fileprivate var identity: String? { contactIdentifier ?? handle?.value ?? customIdentifier }
}

extension INImage.Record {
    /// The image's name or URL; for an image that was created from data, a text with the number of
    /// bytes.
    fileprivate var label: String? {
        name ?? systemName ?? url?.absoluteString ?? data.map { "\($0.count) bytes" }
    }
}
