// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Recognizes requests of Firebase Cloud Messaging in three formats: HTTP v1, the legacy format,
/// and the format of the Admin SDKs.
enum FirebaseRequest {
    /// Returns the member that identifies a body as a request of Firebase Cloud Messaging. Returns
    /// `nil` if the body is not such a request.
    static func identifyingMember(in push: LintSubject) -> JSONNode.Member? {
        messageOfV1(push) ?? push.custom("registration_ids").flatMap { ids in
            ids.value.value.arrayValue != nil ? ids : nil
        } ?? bareMessage(push) ?? recipient(push) ?? notification(push)
    }

    /// Finds the member `message` of an HTTP v1 request, which encloses the whole message.
    private static func messageOfV1(_ push: LintSubject) -> JSONNode.Member? {
        guard let message = push.custom("message"), let inside = message.value.members
        else { return nil }
        let keys = Set(inside.map(\.key))
        if !keys.isDisjoint(with: platforms) { return message }
        let isSent = !keys.isDisjoint(with: contents)
        let isAddressed = !keys.isDisjoint(with: recipientKeys)
        return isSent && (isAddressed || push.custom("validate_only") != nil) ? message : nil
    }

    /// Recognizes a message without the enclosing `message`. Such a message has a recipient,
    /// contents, and only keys of FCM.
    private static func bareMessage(_ push: LintSubject) -> JSONNode.Member? {
        let keys = Set(push.members.map(\.key))
        guard keys.isSubset(of: allKeys), !keys.isDisjoint(with: contents) else { return nil }
        return push.members.first { member in
            guard recipientKeys.contains(member.key) else { return false }
            switch member.value.content {
            case .string, .array: return true
            case .object, .number, .bool, .null: return false
            }
        }
    }

    /// Finds the member `to`, the recipient of a legacy request.
    private static func recipient(_ push: LintSubject) -> JSONNode.Member? {
        guard let to = push.custom("to"), let text = to.value.value.stringValue else { return nil }
        let isTopicOrToken = text.hasPrefix("/topics/") || text.contains(":APA91")
        return isTopicOrToken || notification(push) != nil ? to : nil
    }

    /// Finds the member `notification` in FCM's format.
    private static func notification(_ push: LintSubject) -> JSONNode.Member? {
        push.custom("notification").flatMap { member in
            member.value.members?.contains { ["title", "body", "title_loc_key"].contains($0.key) }
                ?? false ? member : nil
        }
    }

    private static let recipientKeys: Set = [
        "to", "token", "tokens", "fid", "topic", "condition", "registration_ids",
    ]
    /// Keys that identify FCM, because an app's own payload does not have these keys in `message`.
    private static let platforms: Set = ["apns", "android", "webpush", "fcm_options", "fcmOptions"]
    private static let contents = platforms.union(["notification", "data"])
    private static let allKeys = recipientKeys.union(contents).union([
        "priority", "collapse_key", "collapseKey", "time_to_live", "timeToLive",
        "content_available", "contentAvailable", "mutable_content", "mutableContent", "dry_run",
        "dryRun", "restricted_package_name", "delay_while_idle", "validate_only", "name",
    ])
}
