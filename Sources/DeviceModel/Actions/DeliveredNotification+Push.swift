// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeliveredNotification {
    /// Whether the notification arrived as a push with `content-available`.
    var isContentAvailable: Bool {
        // Most payloads lack the key, so the whole payload is parsed only if its text contains the
        // key.
        guard apnsID != nil, userInfo.utf8.count <= Self.payloadByteCountMax,
            userInfo.contains("content-available"),
            let payload = try? Payload(reading: userInfo.utf8)
        else { return false }
        return payload.aps?.contentAvailable == true
    }

    /// The maximum size of a payload that is parsed, in bytes. Every valid push is smaller
    /// (`PayloadTooLarge`).
    private static let payloadByteCountMax = 65_536
}
