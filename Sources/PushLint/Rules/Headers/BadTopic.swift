// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badTopic = LintRule(
        "bad-topic", .error, "the topic is not a bundle identifier",
        why: "APNs refuses it: 400 BadTopic. A topic is the app's bundle identifier, followed by "
            + "the suffix of the push type.",
        remedy: "write the bundle identifier, for instance com.example.app",
        wrong: """
            ---
            apns-topic: my app
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-topic: com.example.app
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let word = push.value(of: APNSHeader.topic) else { return }
        if !Topic.isPlausible(word) {
            report.add(
                "apns-topic \(Shown.quoted(word)) has characters that no bundle identifier has",
                header: APNSHeader.topic)
        } else if !isApplesOwn(word), let problem = BundleIdentifier.problem(in: word) {
            report.add(
                "apns-topic \(Shown.quoted(word)) \(problem)", header: APNSHeader.topic,
                remedy: BundleIdentifier.remedy)
        }
    }

    /// Whether a topic is not an app's bundle identifier but one of MDM or of a wallet pass.
    private static func isApplesOwn(_ topic: String) -> Bool {
        topic.hasPrefix("com.apple.") || topic.hasPrefix("pass.")
    }
}
