// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeliveredNotification {
    /// Whether the notification arrived as a push with `content-available`.
    var isContentAvailable: Bool {
        // Most payloads lack the key; parse the whole payload only if the text contains it.
        guard apnsID != nil, userInfo.utf8.count <= Self.payloadByteCountMax,
            userInfo.contains("content-available"),
            let payload = try? Payload(reading: userInfo.utf8)
        else { return false }
        return payload.aps?.contentAvailable == true
    }

    /// A limit above the size of any valid push (`PayloadTooLarge`).
    private static let payloadByteCountMax = 65_536
}
