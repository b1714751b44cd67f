// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension UNNotificationAttachment.Record {
    /// The attachment in the phone's words.
    var model: NotificationAttachment {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let hiding = options[UNNotificationAttachmentOptionsThumbnailHiddenKey]
        return NotificationAttachment(
            id: identifier, path: url.path, type: type,
            byteCount: (attributes?[.size] as? NSNumber)?.intValue ?? 0,
            isThumbnailHidden: hiding == .bool(true) || hiding == .integer(1))
    }

    init(_ attachment: NotificationAttachment) {
        self.init(
            identifier: attachment.id, url: URL(fileURLWithPath: attachment.path),
            type: attachment.type,
            options: attachment.isThumbnailHidden
                ? [UNNotificationAttachmentOptionsThumbnailHiddenKey: .bool(true)] : [:])
    }
}
