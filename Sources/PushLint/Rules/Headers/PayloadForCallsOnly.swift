// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let payloadForCallsOnly = LintRule(
        "payload-large-for-most-types", .warning,
        "only VoIP pushes and broadcasts may have a payload of this size",
        why:
            "No push type is given. VoIP pushes and broadcasts may have 5,120 bytes, all other "
            + "pushes 4,096; APNs rejects larger ones with 413 PayloadTooLarge.",
        remedy: "add apns-push-type or the channel, or shorten the payload",
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
            ? "broadcasts to a channel" : "VoIP pushes"
        report.add(
            "the payload has \(Shown.count(push.bodyByteCount)) bytes; only \(only) may have more "
                + "than \(Shown.count(push.byteCountMax))", at: push.root.range.prefix(1))
    }
}
