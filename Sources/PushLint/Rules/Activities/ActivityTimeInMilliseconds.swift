// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityTimeInMilliseconds = LintRule(
        "activity-time-in-milliseconds", .error, "a time of a Live Activity is in milliseconds",
        why: "The times in aps are seconds since 1970. A timestamp in milliseconds is thousands of "
            + "years in the future, so every later push with a timestamp in seconds counts as "
            + "older and is dropped.",
        remedy: "divide by 1000 and round down",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000000, "event": "update",
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
        guard push.effectiveType == .liveactivity else { return }
        for key in [APSKey.timestamp, .staleDate, .dismissalDate] {
            guard let member = push[key], let number = member.value.value.doubleValue,
                number >= Double(EpochTime.millisecondsMin)
            else { continue }
            let whole = member.value.value.intValue
            let isMilliseconds = number < Double(EpochTime.microsecondsMin)
            report.add(
                "\(key.rawValue) is "
                    + (isMilliseconds ? "in milliseconds" : "too large for a time in seconds"),
                at: member.value,
                remedy: isMilliseconds ? nil : "write seconds since 1970",
                fix: isMilliseconds ? whole.map { seconds(of: $0, at: member.value.range) } : nil)
        }
    }

    private static func seconds(of milliseconds: Int, at range: Range<Int>) -> TextFix {
        TextFix("convert it to seconds", replacing: range, with: String(milliseconds / 1000))
    }
}
