// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDataMissing = LintRule(
        "activity-data-missing", .warning, "the data of a Live Activity lacks a property",
        why: "iOS decodes the data with the app's structure. When a property that is not optional "
            + "is missing, decoding fails, and the update is dropped without a word.",
        remedy: "send every property that is not optional, under the name the code has",
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
                let hint = near.map { "; \(Shown.quoted($0)) may be meant to be it" } ?? ""
                report.add(
                    "\(data.name) needs \(Shown.quoted(property.key)) (\(property.type))" + hint,
                    at: data.object)
            }
        }
    }
}
