// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let payloadNearlyFull = LintRule(
        "payload-nearly-full", .note, "the payload nearly fills its limit",
        why: "A longer name or a second language, and APNs answers 413 PayloadTooLarge. Letters "
            + "outside of English take two to four bytes each.",
        remedy: "keep room for the longest text",
        wrong: RuleExample(.init("payload.apns", LargePayload.text(byteCount: 4000))),
        right: RuleExample(.init("payload.apns", LargePayload.text(byteCount: 3000))),
        claim: .documented("Generating a remote notification")
    ) { push, report in
        let limit = push.byteCountMax
        guard push.bodyByteCount <= limit, push.bodyByteCount * 100 >= limit * fullPercent else {
            return
        }
        let size = PayloadSize(push)
        report.add(
            "\(Shown.count(push.bodyByteCount)) of \(Shown.count(limit)) bytes; most take "
                + size.breakdown + size.minifiedText, at: push.root.range.prefix(1))
    }

    /// The percentage of the limit from which a payload counts as nearly full.
    private static let fullPercent = 95
}
