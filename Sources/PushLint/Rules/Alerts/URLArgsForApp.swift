// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let urlArgsForApp = LintRule(
        "url-args-for-app", .warning, "url-args in a push to an app",
        why: "url-args completes the URL of a website that Safari opens. In a push to an app, "
            + "url-args has no effect; the app reads a link from its own keys.",
        remedy: "send the link in a key outside aps, and open the link in the app",
        wrong: """
            ---
            apns-topic: com.example.app
            ---
            {"aps": {"alert": {"title": "Gate change", "body": "B12"}, "url-args": ["LH401"]}}
            """,
        right: """
            ---
            apns-topic: com.example.app
            ---
            {"aps": {"alert": {"title": "Gate change", "body": "B12"}}, "flight": "LH401"}
            """,
        claim: .documented("Notification Programming Guide for Websites")
    ) { push, report in
        guard let member = push[.urlArguments], push.isForApp else { return }
        report.add("url-args is only for pushes of websites in Safari", at: member)
    }
}

extension LintSubject {
    /// Whether the push is certainly for an app, not for a website.
    var isForApp: Bool {
        if context.app != nil { return true }
        guard let topic = headers[APNSHeader.topic]?.value else { return false }
        return !topic.hasPrefix("web.")
    }
}
