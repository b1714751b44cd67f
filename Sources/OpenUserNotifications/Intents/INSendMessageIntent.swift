// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A message between people. Available since iOS 10.0. A service extension uses this intent to turn
/// a notification into a communication notification.
public class INSendMessageIntent: ValueObject, RecordBacked, INIntent,
    UNNotificationContentProviding, @unchecked Sendable
{
    /// The stored values of a message.
    public struct Record: ValueRecord {
        package var recipients: [INPerson.Record]?
        package var outgoingMessageType = INOutgoingMessageType.unknown.rawValue
        package var content: String?
        package var speakableGroupName: INSpeakableString.Record?
        package var conversationIdentifier: String?
        package var serviceName: String?
        package var sender: INPerson.Record?
        package var attachments: [INSendMessageAttachment.Record]?
        /// The images set with ``setImage(_:forParameterNamed:)``, keyed by parameter.
        package var images: [String: INImage.Record] = [:]
        package var donationMetadata: INSendMessageIntentDonationMetadata.Record?
    }

    /// Creates a message. Available since iOS 14.0.
    ///
    /// - Parameters:
    ///   - recipients: the recipients. Two or more make the conversation a group conversation.
    ///   - speakableGroupName: the group's name.
    ///   - conversationIdentifier: the identifier of the conversation.
    ///   - serviceName: the name of the messaging service, if the app has several services.
    ///   - sender: the author of the message.
    public convenience init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
        speakableGroupName: INSpeakableString?, conversationIdentifier: String?,
        serviceName: String?, sender: INPerson?, attachments: [INSendMessageAttachment]?
    ) {
        self.init(
            record: Record(
                recipients: recipients?.map(\.record),
                outgoingMessageType: outgoingMessageType.rawValue, content: content,
                speakableGroupName: speakableGroupName?.record,
                conversationIdentifier: conversationIdentifier, serviceName: serviceName,
                sender: sender?.record, attachments: attachments?.map(\.record)))
    }

    /// Creates a message. Available since iOS 11.0, deprecated in 14.0.
    public convenience init(
        recipients: [INPerson]?, content: String?, speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?, serviceName: String?, sender: INPerson?
    ) {
        self.init(
            recipients: recipients, outgoingMessageType: .unknown, content: content,
            speakableGroupName: speakableGroupName, conversationIdentifier: conversationIdentifier,
            serviceName: serviceName, sender: sender, attachments: nil)
    }

    /// The recipients.
    public var recipients: [INPerson]? { record.recipients?.map(INPerson.init(record:)) }
    /// The kind of message. Available since iOS 14.0.
    public var outgoingMessageType: INOutgoingMessageType {
        INOutgoingMessageType(rawValue: record.outgoingMessageType) ?? .unknown
    }
    /// The text.
    public var content: String? { record.content }
    /// The group's name. Available since iOS 11.0.
    public var speakableGroupName: INSpeakableString? {
        record.speakableGroupName.map(INSpeakableString.init(record:))
    }
    /// The identifier of the conversation. Available since iOS 11.0.
    public var conversationIdentifier: String? { record.conversationIdentifier }
    /// The name of the messaging service, if the app has several services.
    public var serviceName: String? { record.serviceName }
    /// The author.
    public var sender: INPerson? { record.sender.map(INPerson.init(record:)) }
    /// The message's attachments. Available since iOS 14.0.
    public var attachments: [INSendMessageAttachment]? {
        record.attachments?.map(INSendMessageAttachment.init(record:))
    }
    /// Details of the message, for instance whether the message mentions the person or is a reply
    /// to the person. Available since iOS 15.0.
    public var donationMetadata: INSendMessageIntentDonationMetadata? {
        get { record.donationMetadata.map(INSendMessageIntentDonationMetadata.init(record:)) }
        set {
            let metadata = newValue?.record
            change { $0.donationMetadata = metadata }
        }
    }

    /// Sets the image of a parameter; for instance, the image of `\.speakableGroupName` is the
    /// group's avatar. Available since iOS 12.0.
    public func setImage<Value>(
        _ image: INImage?, forParameterNamed parameterName: KeyPath<INSendMessageIntent, Value>
    ) {
        let picture = image?.record
        let name = Self.name(of: parameterName)
        change { $0.images[name] = picture }
    }

    /// Returns a message with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        INSendMessageIntent(record: record)
    }

    /// The keys under which images are stored.
    package enum ImageName {
        package static let group = "speakableGroupName"
        package static let sender = "sender"
        package static let other = "other"
    }

    private static func name(of parameter: AnyKeyPath) -> String {
        if parameter == \INSendMessageIntent.speakableGroupName { return ImageName.group }
        if parameter == \INSendMessageIntent.sender { return ImageName.sender }
        return ImageName.other
    }
}
