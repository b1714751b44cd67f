// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let repeatedHeader = LintRule(
        "repeated-header", .error, "a header is given twice",
        why: "APNs rejects a request with a repeated header: 400 DuplicateHeaders.",
        remedy: "keep only one of the two headers",
        wrong: """
            ---
            apns-priority: 10
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Handling notification responses from APNs")
    ) { push, report in
        var seen: Set<String> = []
        for field in push.frontMatter.fields where !seen.insert(field.name).inserted {
            guard APNSHeader.requestHeaders.contains(field.name) else { continue }
            report.add("\(field.name) is given twice", at: field.nameRange)
        }
    }
}
