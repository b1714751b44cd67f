// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let headerWithoutValue = LintRule(
        "header-without-value", .error, "a header has no value",
        why: "APNs does not accept an empty value for any header.",
        remedy: "write a value, or omit the header so that the default applies",
        wrong: """
            ---
            apns-push-type:
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        for name in HeaderName.known where push.headers[name]?.value.isEmpty == true {
            report.add("\(name) is empty", header: name)
        }
    }
}
