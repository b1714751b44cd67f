// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let payloadNearlyFull = LintRule(
        "payload-nearly-full", .note, "the payload is close to its size limit",
        why: "With a longer name or in another language, the payload may exceed the limit, and "
            + "APNs rejects it with 413 PayloadTooLarge. Letters outside ASCII have two to four "
            + "bytes each.",
        remedy: "leave room for the longest text",
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
            "the payload has \(Shown.count(push.bodyByteCount)) of \(Shown.count(limit)) bytes; "
                + "the largest values are " + size.breakdown + size.minifiedText,
            at: push.root.range.prefix(1))
    }

    /// The minimum percentage of the size limit at which a payload is treated as nearly full.
    private static let fullPercent = 95
}
