// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownActivityType = LintRule(
        "unknown-activity-type", .warning, "the app has no such type of Live Activity",
        why: "attributes-type is the name of the structure that conforms to ActivityAttributes. If "
            + "the app has no structure of this name, iOS does not start a Live Activity.",
        remedy: "write the name of the structure as in the app's code",
        wrong: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"status": "on its way"},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "DeliveryAttributes", "attributes": {"order": 4711},
                "content-state": {"status": "on its way"},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { push, report in
        guard let app = push.app, let known = app.activities, !known.isEmpty,
            let node = push[.attributesType]?.value, let name = node.value.stringValue,
            !name.isEmpty, known[name] == nil
        else { return }
        // Senders often omit the last part of a type's name, such as `Attributes`.
        let whole = known.keys.sorted().first { $0.hasPrefix(name) || name.hasPrefix($0) }
        let suggestion =
            whole.map { "; did you mean \(Shown.quoted($0))?" }
            ?? LintSubject.suggestion(for: name, in: known.keys)
        report.add(
            "\(app.name) has no Live Activity type \(Shown.quoted(name))" + suggestion,
            at: node)
    }
}
