// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityTimestampMissing = LintRule(
        "activity-timestamp-missing", .error, "a Live Activity push without a timestamp",
        why: "The device drops a push with an older timestamp than the last push that it showed. "
            + "The device cannot compare a push without a timestamp, so it drops that push too.",
        remedy: "add timestamp to aps: the current time in seconds since 1970",
        wrong: #"{"aps": {"event": "update", "content-state": {"minutes": 12}}}"#,
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
        guard push.isActivity, push.lacks(.timestamp), let aps = push.aps else { return }
        report.add(
            push.custom(APSKey.timestamp.rawValue) == nil
                ? "aps has no timestamp"
                : "timestamp is outside aps, but belongs inside it", at: aps)
    }
}
