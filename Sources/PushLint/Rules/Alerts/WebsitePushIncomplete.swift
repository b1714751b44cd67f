// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let websitePushIncomplete = LintRule(
        "website-push-incomplete", .warning, "a website push without title or body",
        why: "Safari shows a website's push only with a title, a body and url-args.",
        remedy: "write an alert with a title and a body",
        wrong: #"{"aps": {"alert": "Gate change: B12", "url-args": ["LH401"]}}"#,
        right: """
            {"aps": {"alert": {"title": "Gate change", "body": "B12"}, "url-args": ["LH401"]}}
            """,
        claim: .documented("Notification Programming Guide for Websites")
    ) { push, report in
        guard let member = push[.urlArguments], !push.isForApp, let alert = push[.alert] else {
            return
        }
        let missing = ["title", "body"].filter { key in
            !push.alertMembers.contains { KeySpelling.plain($0.key) == KeySpelling.plain(key) }
        }
        guard !missing.isEmpty else { return }
        report.add(
            "the push has url-args, but its alert has no \(Quoted.choice(missing))",
            at: alert.value.members == nil ? alert : member)
    }
}
