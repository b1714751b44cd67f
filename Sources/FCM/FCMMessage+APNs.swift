// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The request that FCM sends to APNs for a message to an app on an Apple device.
package struct FCMToAPNs: Hashable, Sendable {
    /// The headers of the request, in lower case.
    package let headers: [String: String]
    package let payload: JSONObject
}

extension FCMMessage {
    /// Returns the request that FCM sends to APNs for this message.
    ///
    /// `notification` becomes the alert, unless the payload for APNs has one. `data` becomes keys
    /// next to `aps`. Without the headers `apns-priority` and `apns-expiration`, FCM uses priority
    /// 10 (for a background push, 5) and an expiration 30 days ahead. FCM adds keys of its own,
    /// which count towards APNs' limit.
    ///
    /// - Parameters:
    ///   - messageID: the identifier in the name of the message.
    ///   - senderID: the number of the project.
    ///   - expiration: the expiration in seconds since 1970 that is used if the message has no
    ///     `apns-expiration` header.
    package func forAPNs(messageID: String, senderID: String, expiration: Int) -> FCMToAPNs {
        let apns = json["apns"]?.objectValue
        var payload = apns?["payload"]?.objectValue ?? [:]
        var aps = payload["aps"]?.objectValue ?? [:]
        let notification = json["notification"]?.objectValue
        if let notification, aps["alert"] == nil {
            var alert: JSONObject = [:]
            for key in ["title", "body"] { alert[key] = notification[key] }
            aps["alert"] = .object(alert)
        }
        let options = apns?["fcm_options"] ?? apns?["fcmOptions"]
        let image = options?.objectValue?["image"] ?? notification?["image"]
        if let image {
            payload["fcm_options"] = ["image": image]
            if aps["mutable-content"] == nil { aps["mutable-content"] = 1 }
        }
        payload["aps"] = .object(aps)
        for member in json["data"]?.objectValue?.members ?? []
        where payload[member.key] == nil && member.value != .null {
            payload[member.key] = member.value
        }
        payload["gcm.message_id"] = .string(messageID)
        payload["google.c.sender.id"] = .string(senderID)
        payload["google.c.a.e"] = "1"
        var headers: [String: String] = [:]
        for member in apns?["headers"]?.objectValue?.members ?? [] {
            headers[member.key.lowercased()] = member.value.stringValue
        }
        let isBackground =
            aps["content-available"]?.intValue == 1 && aps["alert"] == nil
            && aps["sound"] == nil && aps["badge"] == nil
        headers["apns-priority"] = headers["apns-priority"] ?? (isBackground ? "5" : "10")
        headers["apns-expiration"] = headers["apns-expiration"] ?? "\(expiration)"
        headers["apns-push-type"] =
            headers["apns-push-type"] ?? (isBackground ? "background" : "alert")
        return FCMToAPNs(headers: headers, payload: payload)
    }
}
