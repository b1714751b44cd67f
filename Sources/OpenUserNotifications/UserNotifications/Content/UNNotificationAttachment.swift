// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
public import Foundation

/// A file shown with a notification. Available since iOS 10.0.
public class UNNotificationAttachment: ValueObject, RecordBacked,
    @unchecked Sendable
{
    /// The stored values of an attachment.
    public struct Record: ValueRecord {
        package var identifier: String
        package var url: URL
        package var type: String
        package var options: [String: PropertyList]
    }

    /// Creates an attachment from a file after checking it.
    ///
    /// - Parameters:
    ///   - identifier: the attachment's name within the notification; an empty name is replaced by
    ///     a UUID.
    ///   - URL: a file on this machine.
    ///   - options: see the `UNNotificationAttachmentOptions…Key` constants.
    /// - Throws: ``UNError`` `attachmentInvalidURL` when the file does not exist,
    ///   `attachmentUnrecognizedType` for a type that the system does not show,
    ///   `attachmentInvalidFileSize` for a file over its type's size limit.
    public convenience init(
        identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        let options = PropertyList.entries(options ?? [:])
        guard URL.isFileURL, let byteCount = URL.regularFileByteCount else {
            throw UNError(.attachmentInvalidURL)
        }
        var typeHint: String?
        if case .string(let hint)? = options[UNNotificationAttachmentOptionsTypeHintKey] {
            typeHint = hint
        }
        let type: String
        do throws(NotificationFailure) {
            type = try AttachmentType.check(
                path: URL.path, typeHint: typeHint, byteCount: byteCount)
        } catch { throw UNError(error) }
        self.init(
            record: Record(
                identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: URL,
                type: type, options: options))
    }

    /// The attachment's name within the notification.
    public var identifier: String { record.identifier }

    /// The file's location. In an attachment that the app created, this is the location that the
    /// app specified; in a notification that the center returns, it is in the system's store.
    /// Access a file in the store between `startAccessingSecurityScopedResource()` and
    /// `stopAccessingSecurityScopedResource()`.
    public var url: URL { record.url }

    /// The uniform type identifier, for instance `public.png`.
    public var type: String { record.type }
}
