// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDataUnknown = LintRule(
        "activity-data-unknown", .note, "the app's Live Activity does not have this property",
        why: "iOS decodes the data with the app's structure. It ignores properties that the "
            + "structure does not have.",
        remedy: "remove the property, or correct its name",
        wrong: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"status": "on its way", "eta": 12}
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
                "content-state": {"status": "on its way", "minutes": 12}
              }
            }
            """,
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { push, report in
        for data in ActivityData.all(in: push) {
            let names = data.properties.map(\.key)
            for member in data.unknown {
                report.add(
                    "\(data.name) has no property \(Shown.quoted(member.key))"
                        + LintSubject.suggestion(for: member.key, in: names), at: member)
            }
        }
    }
}
