// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A message to people. Apple: since iOS 10.0. With it a service extension makes a notification a
/// communication.
public class INSendMessageIntent: ValueObject, RecordBacked, INIntent,
    UNNotificationContentProviding, @unchecked Sendable
{
    /// The values of a message.
    public struct Record: ValueRecord {
        package var recipients: [INPerson.Record]?
        package var outgoingMessageType = INOutgoingMessageType.unknown.rawValue
        package var content: String?
        package var speakableGroupName: INSpeakableString.Record?
        package var conversationIdentifier: String?
        package var serviceName: String?
        package var sender: INPerson.Record?
        package var attachments: [INSendMessageAttachment.Record]?
        /// The pictures given by ``setImage(_:forParameterNamed:)``, by parameter.
        package var images: [String: INImage.Record] = [:]
        package var donationMetadata: INSendMessageIntentDonationMetadata.Record?
    }

    /// A message. Since iOS 14.0.
    ///
    /// - Parameters:
    ///   - recipients: more than one makes a group.
    ///   - speakableGroupName: the group's name.
    ///   - conversationIdentifier: the conversation it belongs to.
    ///   - serviceName: the service, if the app has several.
    ///   - sender: who wrote it.
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

    /// A message. Since iOS 11.0, deprecated in 14.0.
    public convenience init(
        recipients: [INPerson]?, content: String?, speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?, serviceName: String?, sender: INPerson?
    ) {
        self.init(
            recipients: recipients, outgoingMessageType: .unknown, content: content,
            speakableGroupName: speakableGroupName, conversationIdentifier: conversationIdentifier,
            serviceName: serviceName, sender: sender, attachments: nil)
    }

    /// Who gets it.
    public var recipients: [INPerson]? { record.recipients?.map(INPerson.init(record:)) }
    /// What kind of message it is. Since iOS 14.0.
    public var outgoingMessageType: INOutgoingMessageType {
        INOutgoingMessageType(rawValue: record.outgoingMessageType) ?? .unknown
    }
    /// The text.
    public var content: String? { record.content }
    /// The group's name. Since iOS 11.0.
    public var speakableGroupName: INSpeakableString? {
        record.speakableGroupName.map(INSpeakableString.init(record:))
    }
    /// The conversation it belongs to. Since iOS 11.0.
    public var conversationIdentifier: String? { record.conversationIdentifier }
    /// The service, if the app has several.
    public var serviceName: String? { record.serviceName }
    /// Who wrote it.
    public var sender: INPerson? { record.sender.map(INPerson.init(record:)) }
    /// What goes with it. Since iOS 14.0.
    public var attachments: [INSendMessageAttachment]? {
        record.attachments?.map(INSendMessageAttachment.init(record:))
    }
    /// Whether it is a reply or mentions the person. Since iOS 15.0.
    public var donationMetadata: INSendMessageIntentDonationMetadata? {
        get { record.donationMetadata.map(INSendMessageIntentDonationMetadata.init(record:)) }
        set {
            let metadata = newValue?.record
            change { $0.donationMetadata = metadata }
        }
    }

    /// Gives a part of the message a picture, for instance `\.speakableGroupName` the group's
    /// avatar. Since iOS 12.0.
    public func setImage<Value>(
        _ image: INImage?, forParameterNamed parameterName: KeyPath<INSendMessageIntent, Value>
    ) {
        let picture = image?.record
        let name = Self.name(of: parameterName)
        change { $0.images[name] = picture }
    }

    /// A message with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        INSendMessageIntent(record: record)
    }

    /// The names under which pictures are kept.
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
