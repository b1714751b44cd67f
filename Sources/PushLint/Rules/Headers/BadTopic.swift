// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badTopic = LintRule(
        "bad-topic", .error, "the topic is not a bundle identifier",
        why: "APNs rejects the request with 400 BadTopic. A topic is the app's bundle identifier, "
            + "followed by the suffix of the push type.",
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
        guard let value = push.value(of: APNSHeader.topic) else { return }
        if !Topic.isPlausible(value) {
            report.add(
                "apns-topic \(Shown.quoted(value)) contains characters that are not allowed in "
                    + "a bundle identifier",
                header: APNSHeader.topic)
        } else if !isApplesOwn(value), let problem = BundleIdentifier.problem(in: value) {
            report.add(
                "apns-topic \(Shown.quoted(value)) \(problem)", header: APNSHeader.topic,
                remedy: BundleIdentifier.remedy)
        }
    }

    /// Returns whether a topic belongs to MDM or to a wallet pass, and is therefore not an app's
    /// bundle identifier.
    private static func isApplesOwn(_ topic: String) -> Bool {
        topic.hasPrefix("com.apple.") || topic.hasPrefix("pass.")
    }
}
