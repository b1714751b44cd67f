// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let pushTypeLetterCase = LintRule(
        "push-type-letter-case", .warning, "the push type is not in lower case",
        why: "APNs' samples write liveactivity. Another letter case is found in one of Apple's "
            + "tables only, and libraries compare the word as it is.",
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
        guard let word = push.value(of: APNSHeader.pushType), let type = push.statedType,
            word != type.rawValue, !push.isBroadcast
        else { return }
        report.add(
            "the push type is written \(Shown.quoted(word))", header: APNSHeader.pushType,
            fix: push.fix(APNSHeader.pushType, to: type.rawValue))
    }
}
