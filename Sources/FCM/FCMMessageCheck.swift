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
    /// The subject of a violation.
    package enum Kind: Hashable, Sendable {
        /// A field that messages do not have.
        case field
        case recipient
        /// A value in `data` that is not a string, or a reserved key.
        case data
        /// A value of the wrong type or form.
        case value
        /// The size of `data` and `notification`.
        case size
        /// The space for FCM's own keys in a payload for APNs.
        case headroom
    }

    /// Google's report of a violation in a request whose JSON does not have the documented form.
    /// Google's servers check the form before they read the message.
    package struct Reply: Hashable, Sendable {
        /// The path in Google's form, for instance `message.data[0].value`; empty for the request
        /// itself.
        package let field: String
        /// The description, which is also a line of the error's message.
        package let text: String
    }

    /// The path of the field, for instance `message.android.ttl`.
    package let field: String
    /// What is wrong, and what to write instead.
    package let text: String
    /// Whether FCM may accept the message nevertheless.
    package let isWarning: Bool
    package let kind: Kind
    /// Google's report, if the violation concerns the form of the JSON.
    package var reply: Reply?
    /// The correct name of a field that is only misspelled.
    package var spelling: String?

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
    /// The maximum total size of the keys and values of `data` and `notification`, in bytes.
    package static let byteCountMax = 4096
    /// The maximum total size for a message to a topic or a condition, in bytes.
    package static let topicByteCountMax = 2048
    /// The space that FCM's own keys need in a payload for APNs (`gcm.message_id`, `google.c.…`),
    /// in bytes. Google does not document it; this is a cautious value.
    package static let apnsHeadroom = 300
    /// The longest `ttl`, in seconds: four weeks.
    package static let timeToLiveSecondsMax = 28 * 86_400.0

    /// Returns the violations that FCM would report: first unknown fields and values of wrong
    /// types, in the order of the text, then violations in the content of the message.
    package func violations() -> [FCMViolation] {
        var fields = FCMFieldCheck()
        fields.check(json, .message, at: .message)
        return fields.found + contentViolations()
    }

    /// Returns the unknown fields and the values of wrong types in the body of a request.
    package static func fieldViolations(inRequest body: JSONObject) -> [FCMViolation] {
        var fields = FCMFieldCheck()
        fields.check(body, .request, at: .request)
        return fields.found
    }

    /// Returns the violations of a message whose fields have the right types.
    package func contentViolations() -> [FCMViolation] {
        var found: [FCMViolation] = []
        let targets = FCMAddress.keys.filter { json[$0] ?? .null != .null }
        if targets.count != 1 {
            found.append(
                FCMViolation(
                    "message",
                    "must have exactly one of \(FCMAddress.keys.joined(separator: ", ")); it has "
                        + (targets.isEmpty ? "none" : targets.joined(separator: " and ")),
                    kind: .recipient))
        }
        found += addressViolations() + dataViolations() + androidViolations() + apnsViolations()
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
            (value(at: path)?.objectValue?.members ?? []).compactMap { member in
                let isReserved =
                    ["from", "gcm", "message_type"].contains(member.key)
                    || member.key.hasPrefix("google.") || member.key.hasPrefix("gcm.")
                return isReserved
                    ? FCMViolation(
                        "message.\(path).\(member.key)",
                        "is a reserved key; choose another name", kind: .data)
                    : nil
            }
        }
    }

    private func androidViolations() -> [FCMViolation] {
        guard let text = value(at: "android.ttl")?.stringValue, text.hasSuffix("s"),
            let seconds = Double(text.dropLast()),
            !(0...Self.timeToLiveSecondsMax).contains(seconds)
        else { return [] }
        return [FCMViolation("message.android.ttl", "must be between 0s and four weeks")]
    }

    private func apnsViolations() -> [FCMViolation] {
        guard let payload = value(at: "apns.payload")?.objectValue else { return [] }
        var found: [FCMViolation] = []
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
        return found
    }

    /// The number of bytes of the keys and values of `data` and `notification`.
    package var contentByteCount: Int {
        ["data", "notification"].reduce(0) { sum, key in
            (json[key]?.objectValue?.members ?? []).reduce(sum) { sum, member in
                sum + member.key.utf8.count + (member.value.stringValue?.utf8.count ?? 8)
            }
        }
    }

    /// Returns the value at a path, which consists of keys separated by full stops.
    package func value(at path: String) -> JSONValue? {
        path.split(separator: ".").reduce(JSONValue?.some(.object(json))) {
            $0?.objectValue?[String($1)]
        }
    }
}
