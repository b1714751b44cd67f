// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityAttributesMissing = LintRule(
        "activity-attributes-missing", .error,
        "a start event without attributes or attributes-type",
        why: "To start a Live Activity, the device needs the attributes and the name of the "
            + "attributes' type. Without them, the device starts no Live Activity.",
        remedy: "add attributes-type and attributes to aps; attributes may be {}",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        right: ActivityExample.start,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .start, !push.isBroadcast,
            let member = push[.event]
        else { return }
        let missing = [APSKey.attributesType, .attributes].filter { push.lacks($0) }
        guard !missing.isEmpty else { return }
        report.add(
            "the event is start, but aps has "
                + "no " + Quoted.choice(missing.map(\.rawValue)), at: member)
    }
}

/// Examples shared by several rules about Live Activities.
enum ActivityExample {
    static let start: RuleExample = """
        {
          "aps": {
            "timestamp": 1750000000, "event": "start",
            "attributes-type": "Delivery", "attributes": {"order": 4711},
            "content-state": {"minutes": 12},
            "alert": {"title": "On its way", "body": "12 minutes to go"}
          }
        }
        """

    static let broadcast: RuleExample = """
        ---
        apns-channel-id: dHN0LXNyY2gtY2hubA==
        apns-push-type: liveactivity
        apns-priority: 5
        apns-expiration: 0
        ---
        {
          "aps": {
            "timestamp": 1750000000, "event": "update",
            "content-state": {"home": 2, "guests": 1}
          }
        }
        """
}
