// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityTimestampTooOld = LintRule(
        "activity-timestamp-too-old", .warning,
        "the timestamp is earlier than the introduction of Live Activities",
        why: "The device drops a push that is older than the last push that it showed. Swift's "
            + "timeIntervalSinceReferenceDate counts from 2001; the times in the payload count "
            + "from 1970.",
        remedy: "write the current time in seconds since 1970 (timeIntervalSince1970)",
        wrong: """
            {
              "aps": {
                "timestamp": 771692800, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, let member = push[.timestamp], let number = push.moment(.timestamp),
            number < Double(EpochTime.plausibleMin)
        else { return }
        report.add(
            "timestamp \(member.value.value.intValue ?? 0) is a time before 2002", at: member.value)
    }
}
