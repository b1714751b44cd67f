// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityAttributesOutsideStart = LintRule(
        "activity-attributes-outside-start", .warning,
        "attributes in a push whose event is not start",
        why: "The attributes of a running Live Activity cannot change. With any event other than "
            + "start, the attributes have no effect and only add to the size.",
        remedy: "remove attributes and attributes-type; put the values that change in "
            + "content-state",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
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
        guard push.isActivity, let event = push.activityEvent, event != .start,
            let member = push.first(of: [.attributesType, .attributes])
        else { return }
        report.add("\(member.key) has no effect with event \(event.rawValue)", at: member)
    }
}
