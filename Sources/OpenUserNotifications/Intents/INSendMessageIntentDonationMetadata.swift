// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Additional information about a message for the system. Available since iOS 15.0.
public class INSendMessageIntentDonationMetadata:
    ValueObject, RecordBacked, @unchecked Sendable
{
    /// The stored values of the metadata.
    public struct Record: ValueRecord {
        package var mentionsCurrentUser = false
        package var isReplyToCurrentUser = false
        package var notifyRecipientAnyway = false
        package var recipientCount = 0
    }

    /// Creates metadata with default values.
    public convenience init() { self.init(record: Record()) }

    /// Whether the message mentions the person; `false` by default.
    public var mentionsCurrentUser: Bool {
        get { record.mentionsCurrentUser }
        set { change { $0.mentionsCurrentUser = newValue } }
    }
    /// Whether the message is a reply to the person; `false` by default.
    public var isReplyToCurrentUser: Bool {
        get { record.isReplyToCurrentUser }
        set { change { $0.isReplyToCurrentUser = newValue } }
    }
    /// Whether the sender requested to break through a Focus; `false` by default.
    public var notifyRecipientAnyway: Bool {
        get { record.notifyRecipientAnyway }
        set { change { $0.notifyRecipientAnyway = newValue } }
    }
    /// The number of recipients; 0 by default.
    public var recipientCount: Int {
        get { record.recipientCount }
        set { change { $0.recipientCount = newValue } }
    }

    /// Returns metadata with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        INSendMessageIntentDonationMetadata(record: record)
    }
}
