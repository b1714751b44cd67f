// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An attachment of a message. Available since iOS 14.0.
public class INSendMessageAttachment: ValueObject, RecordBacked,
    @unchecked Sendable
{
    /// The stored values of an attachment.
    public struct Record: ValueRecord {
        package var audio: INFile.Record?
    }

    /// Creates an attachment from an audio message.
    public convenience init(audioMessageFile: INFile) {
        self.init(record: Record(audio: audioMessageFile.record))
    }

    /// The audio message.
    public var audioMessageFile: INFile? { record.audio.map(INFile.init(record:)) }
}
