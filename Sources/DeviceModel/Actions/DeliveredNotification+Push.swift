// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeliveredNotification {
    /// Whether it came as a push with content-available.
    var isContentAvailable: Bool {
        // Most have no such key; reading the whole payload is for those that may.
        guard apnsID != nil, userInfo.utf8.count <= Self.payloadByteCountMax,
            userInfo.contains("content-available"),
            let payload = try? Payload(reading: userInfo.utf8)
        else { return false }
        return payload.aps?.contentAvailable == true
    }

    /// More than any push may have (`PayloadTooLarge`).
    private static let payloadByteCountMax = 65_536
}
