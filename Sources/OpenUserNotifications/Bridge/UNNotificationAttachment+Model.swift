// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension UNNotificationAttachment.Record {
    /// This attachment, converted to the device model's type.
    var model: NotificationAttachment {
        let hiding = options[UNNotificationAttachmentOptionsThumbnailHiddenKey]
        var attachment = NotificationAttachment(
            id: identifier, path: url.path, type: type,
            byteCount: url.regularFileByteCount ?? -1,
            isThumbnailHidden: hiding == .bool(true) || hiding == .integer(1))
        attachment.thumbnailClipping = clipping
        attachment.thumbnailTime =
            options[UNNotificationAttachmentOptionsThumbnailTimeKey]?.number
        return attachment
    }

    /// The clipping rectangle, in the format of `CGRect.dictionaryRepresentation`.
    private var clipping: NotificationAttachment.Clipping? {
        let key = UNNotificationAttachmentOptionsThumbnailClippingRectKey
        guard case .dictionary(let sides)? = options[key], let x = sides["X"]?.number,
            let y = sides["Y"]?.number, let width = sides["Width"]?.number,
            let height = sides["Height"]?.number
        else { return nil }
        return NotificationAttachment.Clipping(x: x, y: y, width: width, height: height)
    }

    init(_ attachment: NotificationAttachment) {
        var options: [String: PropertyList] = [:]
        if attachment.isThumbnailHidden {
            options[UNNotificationAttachmentOptionsThumbnailHiddenKey] = .bool(true)
        }
        if let clipping = attachment.thumbnailClipping {
            options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] = .dictionary([
                "X": .real(clipping.x), "Y": .real(clipping.y), "Width": .real(clipping.width),
                "Height": .real(clipping.height),
            ])
        }
        if let time = attachment.thumbnailTime {
            options[UNNotificationAttachmentOptionsThumbnailTimeKey] = .real(time)
        }
        self.init(
            identifier: attachment.id, url: URL(fileURLWithPath: attachment.path),
            type: attachment.type, options: options)
    }
}

extension PropertyList {
    /// The value as a number, or `nil` if it is not a number.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}

extension URL {
    /// The file's size in bytes; `nil` when the file does not exist or is not a regular file.
    var regularFileByteCount: Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }
}
