// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let topicSuffix = LintRule(
        "topic-suffix", .error, "the topic does not fit the push type",
        why: "Most push types have a topic of their own: the bundle identifier and a suffix. APNs "
            + "refuses another one, with BadTopic, TopicDisallowed or DeviceTokenNotForTopic.",
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
            let word = push.value(of: APNSHeader.topic), Topic.isPlausible(word)
        else { return }
        let topic = Topic(word)
        guard !topic.fits(type) else { return }
        // An app may be called com.example.voip: only its bundle identifier tells.
        if let other = PushType.named(byTopic: word), !other.isUnmistakableInTopic {
            guard let bundleID = push.context.app?.bundleID, bundleID == topic.bundleID else {
                guard !type.traits.topicSuffix.isEmpty else { return }
                return report.add(message(word, type), header: APNSHeader.topic)
            }
        }
        let right = Topic(bundleID: topic.bundleID, pushType: type).text
        report.add(
            message(word, type), header: APNSHeader.topic, remedy: "write \(right)",
            fix: push.fix(APNSHeader.topic, to: right))
    }

    private static func message(_ topic: String, _ type: PushType) -> String {
        let suffix = type.traits.topicSuffix
        return suffix.isEmpty
            ? "\(type.rawValue) pushes go to the bare bundle identifier, this topic ends in "
                + (PushType.named(byTopic: topic)?.traits.topicSuffix ?? "")
            : "the topic of \(type.rawValue) pushes ends in \(suffix), this one does not"
    }
}
