// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let compressedBody = LintRule(
        "compressed-body", .error, "the body is declared as compressed",
        why: "APNs accepts no compressed bodies; the size limit applies to the JSON itself.",
        remedy: "remove content-encoding and send the JSON as it is",
        wrong: """
            ---
            content-encoding: gzip
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: #"{"aps": {"alert": "Your parcel is here"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let value = push.value(of: "content-encoding"), value.lowercased() != "identity"
        else { return }
        report.add("content-encoding is \(Shown.quoted(value))", header: "content-encoding")
    }
}
