// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let alertTypeWithoutAlert = LintRule(
        "alert-type-without-alert", .warning,
        "the push type is alert, but there is nothing to show",
        why: "An alert push shows a text, plays a sound or sets a badge. This push does nothing "
            + "that a person would notice, and does not run the app's code either.",
        remedy: "add an alert, a sound or a badge, or send it with the correct push type",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"thread-id": "orders"}, "order": 4711}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here", "thread-id": "orders"}, "order": 4711}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.statedType == .alert, !push.apsMembers.isEmpty,
            push.payload.aps?.contentAvailable != true, push.hasNothingToShow,
            !push.hasMisspelledKeys,
            push.first(of: [.contentAvailable, .contentChanged, .urlArguments]) == nil
        else { return }
        report.add(
            "the push type is alert, but aps has no alert, sound or badge",
            header: APNSHeader.pushType)
    }
}
