// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDismissalLate = LintRule(
        "activity-dismissal-too-late", .warning,
        "the dismissal date is more than four hours after the end",
        why: "An ended Live Activity stays on the Lock Screen for four hours at most; a later date "
            + "has no effect.",
        remedy: "set dismissal-date within four hours of timestamp, or leave it out",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "end", "dismissal-date": 1750086400,
                "content-state": {"minutes": 0}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "end", "dismissal-date": 1750003600,
                "content-state": {"minutes": 0}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .end, push.isInSeconds(.dismissalDate),
            push.isInSeconds(.timestamp), let member = push[.dismissalDate],
            let dismissal = push.moment(.dismissalDate), let timestamp = push.moment(.timestamp),
            timestamp >= Double(EpochTime.plausibleMin),
            dismissal - timestamp > Double(stayOnLockScreenSecondsMax)
        else { return }
        let hours = Shown.count(Int(saturating: (dismissal - timestamp) / 3600))
        report.add("dismissal-date is \(hours) hours after the timestamp", at: member.value)
    }

    /// The maximum time that an ended Live Activity stays on the Lock Screen: four hours, in
    /// seconds.
    private static let stayOnLockScreenSecondsMax = 4 * 3600
}
