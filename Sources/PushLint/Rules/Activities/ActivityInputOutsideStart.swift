// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityInputOutsideStart = LintRule(
        "activity-input-outside-start", .warning,
        "input-push-token or input-push-channel in a push whose event is not start",
        why: "input-push-token and input-push-channel determine how a started Live Activity "
            + "receives its updates. With any event other than start, these keys have no effect.",
        remedy: "send the key with \"event\": \"start\", or remove it",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update", "input-push-token": 1,
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start", "input-push-token": 1,
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, let event = push.activityEvent, event != .start,
            let member = push.first(of: [.inputPushToken, .inputPushChannel])
        else { return }
        report.add("\(member.key) has no effect with event \(event.rawValue)", at: member)
    }
}
