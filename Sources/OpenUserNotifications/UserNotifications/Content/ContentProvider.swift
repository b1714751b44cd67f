// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The message or call from which the content of a communication notification was updated.
package enum ContentProvider: Codable, Hashable, Sendable {
    case message(INSendMessageIntent.Record)
    case call(INStartCallIntent.Record)

    /// Converts an object of Apple's API: a message or call intent, or a message context.
    package init(_ provider: any UNNotificationContentProviding) throws {
        switch provider {
        case let intent as INSendMessageIntent: self = .message(intent.record)
        case let intent as INStartCallIntent: self = .call(intent.record)
        case let context as UNNotificationAttributedMessageContext:
            self = .message(context.record.message)
        default: throw UNError(.contentProvidingObjectNotAllowed)
        }
        guard hasPerson else { throw UNError(.contentProvidingInvalid) }
    }

    /// Whether the provider names a person: the sender or a recipient of a message, or a contact of
    /// a call.
    private var hasPerson: Bool {
        switch self {
        case .message(let message): message.sender != nil || message.recipients?.isEmpty == false
        case .call(let call): call.contacts?.isEmpty == false
        }
    }
}
