// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A kind of file that a notification can show, with its limit ("UNNotificationAttachment").
package struct AttachmentType: Sendable {
    /// The uniform type identifier.
    package let identifier: String
    let fileExtensions: [String]
    /// The largest file, in bytes.
    package let byteCountMax: Int

    private static let megabyte = 1_000_000
    private static let audioMax = 5 * megabyte
    private static let imageMax = 10 * megabyte
    private static let movieMax = 50 * megabyte

    /// Every kind the system shows.
    package static let table = [
        AttachmentType("public.aiff-audio", ["aiff", "aif", "aifc"], audioMax),
        AttachmentType("com.microsoft.waveform-audio", ["wav", "wave"], audioMax),
        AttachmentType("public.mp3", ["mp3"], audioMax),
        AttachmentType("public.mpeg-4-audio", ["m4a"], audioMax),
        AttachmentType("public.jpeg", ["jpg", "jpeg"], imageMax),
        AttachmentType("com.compuserve.gif", ["gif"], imageMax),
        AttachmentType("public.png", ["png"], imageMax),
        AttachmentType("public.mpeg", ["mpg", "mpeg"], movieMax),
        AttachmentType("public.mpeg-2-video", ["m2v", "mp2v"], movieMax),
        AttachmentType("public.mpeg-4", ["mp4", "m4v"], movieMax),
        AttachmentType("public.avi", ["avi"], movieMax),
    ]

    private init(_ identifier: String, _ fileExtensions: [String], _ byteCountMax: Int) {
        self.identifier = identifier
        self.fileExtensions = fileExtensions
        self.byteCountMax = byteCountMax
    }

    /// Finds a file's type and checks file, type and size.
    ///
    /// - Throws: ``UNError`` 100 for a missing file, 101 for the type, 102 for the size.
    static func check(_ url: URL, options: [String: PropertyList]) throws -> AttachmentType {
        guard url.isFileURL,
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { throw UNError(.attachmentInvalidURL) }
        guard let type = find(url, options: options) else {
            throw UNError(.attachmentUnrecognizedType)
        }
        let byteCount = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard byteCount <= type.byteCountMax else { throw UNError(.attachmentInvalidFileSize) }
        return type
    }

    private static func find(_ url: URL, options: [String: PropertyList]) -> AttachmentType? {
        if case .string(let hint)? = options[UNNotificationAttachmentOptionsTypeHintKey] {
            return table.first { $0.identifier == hint }
        }
        let fileExtension = url.pathExtension.lowercased()
        return table.first { $0.fileExtensions.contains(fileExtension) }
    }
}
