// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let silentPayloadAsAlert = LintRule(
        "silent-payload-as-alert", .error, "the push type is alert, but the payload is silent",
        why: "The push type must match the payload; otherwise APNs may reject the notification, "
            + "delay it or drop it. A payload with content-available and nothing to show is a "
            + "background notification.",
        remedy: "send it with apns-push-type background and apns-priority 5",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"content-available": 1}, "feed": "news"}
            """,
        right: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {"content-available": 1}, "feed": "news"}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.statedType == .alert, push.payload.aps?.contentAvailable == true,
            push.hasNothingToShow
        else { return }
        report.add(
            "the push type is alert, but aps has no alert, sound or badge",
            header: APNSHeader.pushType)
    }
}

extension LintSubject {
    /// Whether `aps` is an object that has no alert, sound or badge, not even under a misspelled
    /// key, and the push is not for a Live Activity.
    var hasNothingToShow: Bool {
        Self.visibleKeys.allSatisfy { lacks($0) } && first(of: Self.activityKeys) == nil
    }
}
