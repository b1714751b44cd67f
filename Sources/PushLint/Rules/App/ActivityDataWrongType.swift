// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDataWrongType = LintRule(
        "activity-data-wrong-type", .warning, "a property of a Live Activity has the wrong type",
        why: "iOS decodes the data with the app's structure. If a value has a different type, "
            + "decoding fails, and iOS drops the push without an error message.",
        remedy: "send a value of the type that the property has in the code",
        wrong: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"status": "on its way", "minutes": "12"}
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
            for (member, property) in data.wrong {
                let expected = SwiftTypeJSON(property.type)?.expected ?? property.type
                report.add(
                    "\(property.key) has the type \(property.type) in \(data.name) and needs "
                        + "\(expected), but the payload has "
                        + "\(member.value.value.typeName)", at: member.value)
            }
        }
    }
}
