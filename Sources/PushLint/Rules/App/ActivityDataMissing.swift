// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDataMissing = LintRule(
        "activity-data-missing", .warning, "a required property of a Live Activity is missing",
        why: "iOS decodes the data with the app's structure. If a property that is not optional is "
            + "missing, decoding fails, and iOS drops the push without an error message.",
        remedy: "send every property that is not optional, under its name in the code",
        wrong: """
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
        right: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"status": "on its way"}
              }
            }
            """,
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { push, report in
        for data in ActivityData.all(in: push) {
            for property in data.missing {
                let given = data.unknown.map(\.key)
                let near = KeySpelling.nearest(to: property.key, among: given)
                let hint =
                    near.map { "; \(Shown.quoted($0)) may be a misspelling of this key" } ?? ""
                report.add(
                    "\(data.name) needs \(Shown.quoted(property.key)) (\(property.type))" + hint,
                    at: data.object)
            }
        }
    }
}
