// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let pushTypeLetterCase = LintRule(
        "push-type-letter-case", .warning, "the push type is not in lower case",
        why: "Apple's samples use liveactivity. Only one of Apple's tables uses another letter "
            + "case, and libraries compare the string exactly.",
        remedy: "write liveactivity",
        wrong: """
            ---
            apns-push-type: LiveActivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented("Sending broadcast push notification requests to APNs")
    ) { push, report in
        guard let value = push.value(of: APNSHeader.pushType), let type = push.statedType,
            value != type.rawValue, !push.isBroadcast
        else { return }
        report.add(
            "the push type is written \(Shown.quoted(value))", header: APNSHeader.pushType,
            fix: push.fix(APNSHeader.pushType, to: type.rawValue))
    }
}
