// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let payloadForCallsOnly = LintRule(
        "payload-large-for-most-types", .warning,
        "the payload is too large for all but calls and broadcasts",
        why:
            "Nobody said what push it is. VoIP pushes and broadcasts take 5,120 bytes, every other "
            + "one 4,096: APNs answers 413 PayloadTooLarge.",
        remedy: "say the push type or the channel, or shorten it",
        wrong: RuleExample(
            .init("payload.apns", #"{"map": ""# + String(repeating: "x", count: 4200) + #""}"#)),
        right: RuleExample(
            .init(
                "payload.apns",
                "---\napns-push-type: voip\n---\n"
                    + #"{"map": ""# + String(repeating: "x", count: 4200) + #""}"#)),
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.bodyByteCount > push.byteCountMax,
            push.bodyByteCount <= push.possibleByteCountMax
        else { return }
        let only =
            push.effectiveType == .liveactivity
            ? "broadcasts to a channel take" : "VoIP pushes take"
        report.add(
            "\(Shown.count(push.bodyByteCount)) bytes: only \(only) more than "
                + Shown.count(push.byteCountMax), at: push.root.range.prefix(1))
    }
}
