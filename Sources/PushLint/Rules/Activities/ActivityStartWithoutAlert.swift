// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityStartWithoutAlert = LintRule(
        "activity-start-without-alert", .error, "a start event without an alert",
        why: "Apple requires an alert in a push that starts a Live Activity, so that the person "
            + "notices it.",
        remedy: "add an alert with a title and a body to aps",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: ActivityExample.start,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .start, !push.isBroadcast,
            let member = push[.event]
        else { return }
        if push.lacks(.alert) {
            report.add("the event is start, but aps has no alert", at: member)
        } else if push.isAlertEmpty, let alert = push[.alert] {
            report.add(
                "the alert of this start event has no text", at: alert,
                remedy: "add a title and a body to alert")
        }
    }
}

extension LintSubject {
    /// Whether there is an alert that has neither text nor localization key.
    var isAlertEmpty: Bool {
        guard let alert = self[.alert] else { return false }
        switch alert.value.content {
        case .string(let text): return text.isBlank
        case .object:
            return !keys.contains { $0.place == .alert && $0.isTextOrMeant }
        case .null, .bool, .number, .array: return false
        }
    }
}
