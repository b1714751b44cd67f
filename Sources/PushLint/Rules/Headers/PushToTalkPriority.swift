// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let pushToTalkPriority = LintRule(
        "push-to-talk-priority", .warning, "this Push to Talk push may be delayed",
        why: "A Push to Talk push announces a person who is speaking now. With a priority other "
            + "than 10, the device may receive the push after the speaker has finished.",
        remedy: "set apns-priority to 10",
        wrong: """
            ---
            apns-push-type: pushtotalk
            apns-priority: 5
            apns-expiration: 0
            ---
            {"aps": {}, "speaker": "Ada"}
            """,
        right: """
            ---
            apns-push-type: pushtotalk
            apns-priority: 10
            apns-expiration: 0
            ---
            {"aps": {}, "speaker": "Ada"}
            """,
        claim: .documented("Creating a Push to Talk app")
    ) { push, report in
        guard push.certainType == .pushtotalk, let priority = push.statedPriority,
            priority != .immediate
        else { return }
        report.add(
            "the priority is \(priority.rawValue), not 10", header: APNSHeader.priority)
    }
}
