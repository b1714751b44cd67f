// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A field of a message that FCM would reject.
package struct FCMViolation: Hashable, Sendable {
    /// What a violation is about.
    package enum Kind: Hashable, Sendable {
        /// A field that messages do not have.
        case field
        case recipient
        /// `data`, which has only strings, and reserved keys.
        case data
        /// A value of the wrong type or form.
        case value
        /// The size of `data` and `notification`.
        case size
        /// The space for FCM's own keys in a payload for APNs.
        case headroom
    }

    /// The path of the field, for instance `message.android.ttl`.
    package let field: String
    /// What is wrong, and what to write instead.
    package let text: String
    /// Whether FCM may accept the message nevertheless.
    package let isWarning: Bool
    package let kind: Kind

    package init(
        _ field: String, _ text: String, isWarning: Bool = false, kind: Kind = .value
    ) {
        self.field = field
        self.text = text
        self.isWarning = isWarning
        self.kind = kind
    }
}

extension FCMMessage {
    /// The largest sum of keys and values of `data`, and of the notification, in bytes.
    package static let byteCountMax = 4096
    /// The largest sum for a message to a topic or a condition, in bytes.
    package static let topicByteCountMax = 2048
    /// The space that FCM's own keys need in a payload for APNs (`gcm.message_id`, `google.c.…`),
    /// in bytes. Google does not document it; this is a cautious value.
    package static let apnsHeadroom = 300
    /// The longest `ttl`, in seconds: four weeks.
    package static let timeToLiveSecondsMax = 28 * 86_400.0

    private static let members: Set<String> = [
        "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "fcmOptions",
        "token", "fid", "topic", "condition",
    ]

    /// Returns the violations that FCM would report, in the order of the fields.
    package func violations() -> [FCMViolation] {
        var found: [FCMViolation] = []
        for member in json.members where !Self.members.contains(member.key) {
            found.append(
                FCMViolation(
                    "message." + member.key,
                    "is not a field of a message; " + Self.hint(for: member.key), kind: .field))
        }
        let targets = FCMAddress.keys.filter { json[$0] != nil }
        if targets.count != 1 {
            found.append(
                FCMViolation(
                    "message",
                    "must have exactly one of \(FCMAddress.keys.joined(separator: ", ")); it has "
                        + (targets.isEmpty ? "none" : targets.joined(separator: " and ")),
                    kind: .recipient))
        }
        found += addressViolations() + dataViolations() + androidViolations() + apnsViolations()
        found += webViolations()
        let size = contentByteCount
        let isTopic = json["topic"] != nil || json["condition"] != nil
        let max = isTopic ? Self.topicByteCountMax : Self.byteCountMax
        if size > max {
            found.append(
                FCMViolation(
                    "message.data",
                    "the message has \(size) bytes; \(max) is the maximum"
                        + (isTopic ? " for topics" : ""), kind: .size))
        }
        return found
    }

    private static func hint(for key: String) -> String {
        switch key {
        case "to", "registration_ids": "it is from the legacy API; write token, once per request"
        case "content_available", "contentAvailable", "content-available", "mutable_content":
            "write it in message.apns.payload.aps, with a hyphen"
        case "priority", "ttl", "time_to_live", "collapse_key":
            "write it in message.android, and the header in message.apns.headers"
        case "aps": "write it in message.apns.payload.aps"
        case "message": "the message is wrapped twice"
        default: "use \(members.sorted().joined(separator: ", "))"
        }
    }

    private func addressViolations() -> [FCMViolation] {
        switch address {
        case .token(let text)?:
            return switch DeviceAddressKind(text) {
            case .apnsToken:
                [
                    FCMViolation(
                        "message.token",
                        "is an APNs device token; FCM needs the token of Messaging.token()",
                        kind: .recipient)
                ]
            case .installationID:
                [
                    FCMViolation(
                        "message.token", "is a Firebase installation ID; write it in fid",
                        kind: .recipient)
                ]
            case .webSubscription:
                [
                    FCMViolation(
                        "message.token", "is a browser's subscription, not an FCM token",
                        kind: .recipient)
                ]
            case .fcmToken, .unknown: []
            }
        case .topic(let name)?:
            let isValid =
                !name.isEmpty
                && name.utf8.allSatisfy {
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~%".utf8
                        .contains($0)
                }
            return isValid
                ? []
                : [
                    FCMViolation(
                        "message.topic", "must match [a-zA-Z0-9-_.~%]+", kind: .recipient)
                ]
        case .condition(let text)?:
            let count = text.split(separator: "in topics", omittingEmptySubsequences: false).count
            return count - 1 <= 5
                ? []
                : [FCMViolation("message.condition", "has more than 5 topics", kind: .recipient)]
        default: return []
        }
    }

    private func dataViolations() -> [FCMViolation] {
        ["data", "android.data", "webpush.data"].flatMap { path -> [FCMViolation] in
            guard let value = value(at: path) else { return [] }
            guard let data = value.objectValue else {
                return [
                    FCMViolation("message." + path, "must be an object of strings", kind: .data)
                ]
            }
            return data.members.compactMap { member in
                let field = "message.\(path).\(member.key)"
                if member.value.stringValue == nil {
                    return FCMViolation(
                        field,
                        "is \(member.value.typeName); data has only strings, so write it in "
                            + "quotation marks", kind: .data)
                }
                let isReserved =
                    ["from", "gcm", "message_type"].contains(member.key)
                    || member.key.hasPrefix("google.") || member.key.hasPrefix("gcm.")
                return isReserved
                    ? FCMViolation(field, "is a reserved key; choose another name", kind: .data)
                    : nil
            }
        }
    }

    private func androidViolations() -> [FCMViolation] {
        guard let android = value(at: "android") else { return [] }
        guard let android = android.objectValue else {
            return [FCMViolation("message.android", "must be an object")]
        }
        var found: [FCMViolation] = []
        if let ttl = android["ttl"], !Self.isDuration(ttl) {
            found.append(
                FCMViolation(
                    "message.android.ttl",
                    #"must be a text with s at its end, such as "3600s", up to four weeks"#))
        }
        if let priority = android["priority"] {
            let word = priority.stringValue?.uppercased()
            if word != "NORMAL", word != "HIGH" {
                found.append(
                    FCMViolation("message.android.priority", "must be NORMAL or HIGH"))
            }
        }
        return found
    }

    /// Returns whether a value is a duration in the JSON form of protocol buffers, up to four
    /// weeks.
    static func isDuration(_ value: JSONValue) -> Bool {
        guard let text = value.stringValue, text.hasSuffix("s"),
            let seconds = Double(text.dropLast())
        else { return false }
        return (0...timeToLiveSecondsMax).contains(seconds)
    }

    private func apnsViolations() -> [FCMViolation] {
        guard let apns = value(at: "apns") else { return [] }
        guard let apns = apns.objectValue else {
            return [FCMViolation("message.apns", "must be an object")]
        }
        var found: [FCMViolation] = []
        for header in apns["headers"]?.objectValue?.members ?? []
        where header.value.stringValue == nil {
            found.append(
                FCMViolation(
                    "message.apns.headers.\(header.key)",
                    "is \(header.value.typeName); headers are strings, such as \"10\""))
        }
        if apns["aps"] != nil {
            found.append(FCMViolation("message.apns.aps", "must be in message.apns.payload"))
        }
        if let payload = apns["payload"]?.objectValue {
            for key in ["content_available", "mutable_content"]
            where payload["aps"]?.objectValue?[key] != nil {
                found.append(
                    FCMViolation(
                        "message.apns.payload.aps.\(key)",
                        "must be spelled \(key.replacing("_", with: "-"))"))
            }
            let size = JSONWriter.write(.object(payload)).count
            if size > Self.byteCountMax - Self.apnsHeadroom {
                found.append(
                    FCMViolation(
                        "message.apns.payload",
                        "has \(size) bytes; FCM adds its own keys, so that more than "
                            + "\(Self.byteCountMax - Self.apnsHeadroom) may not fit into the 4096 "
                            + "bytes of APNs", isWarning: true, kind: .headroom))
            }
        }
        return found
    }

    private func webViolations() -> [FCMViolation] {
        guard let web = value(at: "webpush") else { return [] }
        guard let web = web.objectValue else {
            return [FCMViolation("message.webpush", "must be an object")]
        }
        let headers = web["headers"]?.objectValue?.members ?? []
        return headers.filter { $0.value.stringValue == nil }.map {
            FCMViolation(
                "message.webpush.headers.\($0.key)",
                "is \($0.value.typeName); headers are strings, such as \"3600\"")
        }
    }

    /// The number of bytes of the keys and values of `data` and `notification`.
    package var contentByteCount: Int {
        ["data", "notification"].reduce(0) { sum, key in
            (json[key]?.objectValue?.members ?? []).reduce(sum) { sum, member in
                sum + member.key.utf8.count + (member.value.stringValue?.utf8.count ?? 8)
            }
        }
    }

    /// Returns the value at a path of keys with full stops between them.
    package func value(at path: String) -> JSONValue? {
        path.split(separator: ".").reduce(JSONValue?.some(.object(json))) {
            $0?.objectValue?[String($1)]
        }
    }
}
