// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// What to write in place of a field that FCM does not know.
struct FCMSuggestion {
    /// An imperative clause, for instance "write it in message.android".
    let text: String
    /// The correct name, if only the spelling is wrong.
    let spelling: String?

    /// Finds the field that the sender probably meant by an unknown name.
    init(unknown key: String, _ type: FCMObjectType) {
        let plain = FCMField.plain(key.prefix(Self.characterCountMax))
        let respelled = type.fields.first { FCMField.plain($0.name) == plain }
        let moved = Self.special(key, type) ?? Self.otherPlace(plain, of: type)
        let similar = type.fields.first { Self.isSlip(plain, of: FCMField.plain($0.name)) }
        if respelled == nil, let moved {
            text = moved
            spelling = nil
        } else if let field = respelled ?? similar {
            let isCamelCase = !key.contains("_") && key.dropFirst().contains { $0.isUppercase }
            let name = isCamelCase ? field.jsonName : field.name
            text = "write \(name)"
            spelling = name
        } else {
            text = "use \(type.fields.map(\.name).sorted().joined(separator: ", "))"
            spelling = nil
        }
    }

    /// The maximum number of characters of a name that are compared.
    private static let characterCountMax = 60

    /// Returns the advice for fields of the legacy API, and for keys of APNs and Web Push.
    private static func special(_ key: String, _ type: FCMObjectType) -> String? {
        if let text = legacy(key) { return text }
        if let name = sdkNames[key] {
            return "it is a name of the Admin SDKs; write \(name)"
        }
        if key == "priority", type.name == "AndroidNotification" {
            return "write notification_priority, or priority in message.android"
        }
        if key == "priority", type.name != "AndroidConfig" { return androidAdvice }
        if key == "badge", type.name != "WebpushConfig" {
            return "write it in message.apns.payload.aps"
        }
        if key.lowercased().hasPrefix("apns-") { return "write it in message.apns.headers" }
        switch type.name {
        case "ApnsConfig" where APSKey(rawValue: key) != nil:
            return "write it in message.apns.payload.aps"
        case "WebpushConfig" where ["ttl", "urgency", "topic"].contains(key.lowercased()):
            return "write it in message.webpush.headers"
        case "WebpushConfig"
        where ["title", "body", "icon", "image", "badge", "actions", "tag"].contains(key):
            return "write it in message.webpush.notification"
        default: return nil
        }
    }

    private static let androidAdvice =
        "write it in message.android, and set the APNs header in message.apns.headers"

    /// The names of the HTTP API, by the names in the Admin SDKs for Node.js and Java, which
    /// translate them. Source: <https://firebase.google.com/docs/reference/admin/node>.
    private static let sdkNames = [
        "imageUrl": "image", "eventTimestamp": "event_time",
        "vibrateTimingsMillis": "vibrate_timings",
        "lightOnDurationMillis": "light_on_duration",
        "lightOffDurationMillis": "light_off_duration",
        "fids": "fid, and send one request for each fid",
    ]

    private static func legacy(_ key: String) -> String? {
        switch key {
        case "to", "registration_ids", "tokens":
            "it is from the legacy API or an SDK; write token, and send one request for each token"
        case "content_available", "contentAvailable", "content-available", "mutable_content",
            "mutableContent", "mutable-content":
            "write it in message.apns.payload.aps, with a hyphen"
        case "time_to_live", "timeToLive":
            "write ttl in message.android, and set the APNs header in message.apns.headers"
        case "ttl", "collapse_key", "collapseKey": androidAdvice
        case "aps": "write it in message.apns.payload.aps"
        case "message": "the message is wrapped twice"
        default: nil
        }
    }

    /// Returns the advice to move a field to the object that has it.
    private static func otherPlace(_ plain: [UInt8], of type: FCMObjectType) -> String? {
        FCMObjectType.places.first { other in
            other.type.name != type.name
                && other.type.fields.contains { FCMField.plain($0.name) == plain }
        }.map { "write it in \($0.path)" }
    }

    /// Returns whether a name differs from another name by one typing error, or by two if the names
    /// are long.
    private static func isSlip(_ a: [UInt8], of b: [UInt8]) -> Bool {
        guard a.count >= 3, b.count >= 3, abs(a.count - b.count) <= 2, a[0] == b[0] else {
            return false
        }
        return EditDistance.between(a, b) <= (b.count >= 9 ? 2 : 1)
    }
}
