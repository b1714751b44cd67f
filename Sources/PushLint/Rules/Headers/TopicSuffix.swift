// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let topicSuffix = LintRule(
        "topic-suffix", .error, "the topic does not match the push type",
        why: "Most push types have a topic of their own: the bundle identifier and a suffix. APNs "
            + "rejects any other topic with BadTopic, TopicDisallowed or DeviceTokenNotForTopic.",
        remedy: "write the topic of the push type",
        wrong: """
            ---
            apns-push-type: voip
            apns-topic: com.example.app
            ---
            {"caller": "Ada"}
            """,
        right: """
            ---
            apns-push-type: voip
            apns-topic: com.example.app.voip
            ---
            {"caller": "Ada"}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let type = push.statedType, type != .mdm, !push.isBroadcast,
            let value = push.value(of: APNSHeader.topic), Topic.isPlausible(value)
        else { return }
        let topic = Topic(value)
        guard !topic.fits(type) else { return }
        let isName = isOwnName(topic, of: push)
        guard !isName || !type.traits.topicSuffix.isEmpty else { return }
        let topicForType =
            isName ? value + type.traits.topicSuffix : corrected(topic, for: type)
        report.add(
            message(value, type), header: APNSHeader.topic, remedy: "write \(topicForType)")
    }

    private static func corrected(_ topic: Topic, for type: PushType) -> String {
        Topic(bundleID: topic.bundleID, pushType: type).text
    }

    /// Returns whether a topic that ends with another push type's suffix may be a bundle identifier
    /// itself, because an app may have an identifier such as `com.example.voip`. If the app is not
    /// known, the topic is assumed to be correct.
    private static func isOwnName(_ topic: Topic, of push: LintSubject) -> Bool {
        guard let other = PushType.named(byTopic: topic.text), !other.isUnmistakableInTopic else {
            return false
        }
        return push.context.app?.bundleID.map { $0 == topic.text } ?? true
    }

    private static func message(_ topic: String, _ type: PushType) -> String {
        let suffix = type.traits.topicSuffix
        return suffix.isEmpty
            ? "the topic of \(type.rawValue) pushes has no suffix, but this topic ends in "
                + (PushType.named(byTopic: topic)?.traits.topicSuffix ?? "")
            : "the topic of \(type.rawValue) pushes ends in \(suffix), but this topic does not"
    }
}
