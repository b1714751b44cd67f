// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let topicOfAnotherApp = LintRule(
        "topic-of-another-app", .warning, "the topic belongs to another app",
        why: "The topic is the app's bundle identifier, with the suffix of the push type. With "
            + "another app's topic, APNs returns 400 DeviceTokenNotForTopic.",
        remedy: "use the bundle identifier of the app that registered the device token",
        wrong: """
            ---
            apns-topic: com.example.other
            ---
            {"aps": {"alert": "Hello"}}
            """,
        right: """
            ---
            apns-topic: com.example.corner
            ---
            {"aps": {"alert": "Hello"}}
            """,
        claim: .documented("Handling notification responses from APNs")
    ) { push, report in
        guard let app = push.context.app, let own = app.bundleID, let id = push.addresseeID,
            !id.isEmpty, id != own
        else { return }
        let message =
            "the notification is for \(Shown.quoted(id)), but the bundle identifier of "
            + "\(app.name) is \(Shown.quoted(own))"
        if push.headers[APNSHeader.topic] == nil,
            let member = push.custom(APNSFile.targetBundleKey)
        {
            report.add(message, at: member.value)
        } else {
            report.add(message, header: APNSHeader.topic)
        }
    }
}
