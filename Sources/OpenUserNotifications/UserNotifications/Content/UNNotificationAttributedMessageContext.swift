// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A message with formatted text. Available since iOS 18.0.
public class UNNotificationAttributedMessageContext:
    ValueObject, RecordBacked, UNNotificationContentProviding,
    @unchecked Sendable
{
    /// The stored values of a context.
    public struct Record: ValueRecord {
        package var message: INSendMessageIntent.Record
        /// The plain text; the phone does not show attributes.
        package var text: String
    }

    /// Creates a context from a message and its formatted text. The phone stores only the plain
    /// text.
    public convenience init(
        sendMessageIntent: INSendMessageIntent, attributedContent: NSAttributedString
    ) {
        self.init(
            record: Record(message: sendMessageIntent.record, text: attributedContent.string))
    }
}
