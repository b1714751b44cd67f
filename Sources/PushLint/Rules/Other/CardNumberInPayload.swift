// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let cardNumberInPayload = LintRule(
        "card-number-in-payload", .warning,
        "the payload contains a payment card number in clear text",
        why: "Apple's servers, the device's log and every service extension can read a payload, "
            + "and the rules of the payment card industry forbid sending the number in clear text.",
        remedy: "send only the last four digits of the number",
        wrong: #"{"aps": {"alert": "Paid with card 4242 4242 4242 4242"}}"#,
        right: #"{"aps": {"alert": "Paid with card ending in 4242"}}"#,
        claim: .chosen("Data that passes through other systems is not secret")
    ) { push, report in
        for text in push.texts where CardNumber.isIn(text.text, key: text.key) {
            report.add(
                "the payload contains a payment card number in clear "
                    + "text", atSecret: text.node)
        }
    }
}
