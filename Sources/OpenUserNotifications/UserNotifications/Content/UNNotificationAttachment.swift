// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file shown with a notification. Apple: since iOS 10.0.
public class UNNotificationAttachment: ValueObject, RecordBacked,
    @unchecked Sendable
{
    /// The values of an attachment.
    public struct Record: ValueRecord {
        package var identifier: String
        package var url: URL
        package var type: String
        package var options: [String: PropertyList]
    }

    /// Checks a file and takes it as attachment.
    ///
    /// - Parameters:
    ///   - identifier: its name within the notification; an empty one is replaced by a new name.
    ///   - url: a file on this machine.
    ///   - options: see the `UNNotificationAttachmentOptions…Key` constants.
    /// - Throws: ``UNError`` `attachmentInvalidURL` when there is no file,
    ///   `attachmentUnrecognizedType` for a type the system does not show,
    ///   `attachmentInvalidFileSize` for a file over the limit of its type.
    public convenience init(
        identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        let options = PropertyList.entries(options ?? [:])
        let type = try AttachmentType.check(URL, options: options)
        self.init(
            record: Record(
                identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: URL,
                type: type.identifier, options: options))
    }

    /// Its name within the notification.
    public var identifier: String { record.identifier }

    /// Where the file is.
    public var url: URL { record.url }

    /// The uniform type identifier, for instance `public.png`.
    public var type: String { record.type }
}
