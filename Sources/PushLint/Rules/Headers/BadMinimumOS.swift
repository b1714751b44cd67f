// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badMinimumOS = LintRule(
        "bad-min-os", .error, "the oldest system is not a version",
        why: "Min-os is Bellhop's own line: with it, rules about systems are checked. Without a "
            + "version they stay silent.",
        remedy: "write a version of iOS, for instance 17.2",
        wrong: """
            ---
            apns-push-type: alert
            min-os: iOS17
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            min-os: 17.2
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .chosen("Front matter is Bellhop's own")
    ) { push, report in
        guard let word = push.value(of: FrontMatter.minimumOSName), OSVersion(word) == nil else {
            return
        }
        report.add(
            "min-os \(Shown.quoted(word)) is not a version", header: FrontMatter.minimumOSName)
    }
}
