// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badMinimumOS = LintRule(
        "bad-min-os", .error, "the minimum iOS version is not a version number",
        why: "The min-os line is specific to Bellhop. It states the oldest iOS version that the "
            + "app supports; if its value is not a version number, rules about versions report "
            + "nothing.",
        remedy: "write an iOS version, for instance 17.2",
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
        claim: .chosen("Bellhop defines the front matter of payload files")
    ) { push, report in
        guard let value = push.value(of: FrontMatter.minimumOSName), OSVersion(value) == nil else {
            return
        }
        report.add(
            "min-os \(Shown.quoted(value)) is not a version number",
            header: FrontMatter.minimumOSName)
    }
}
