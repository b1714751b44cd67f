// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unshownAlert = LintRule(
        "unshown-alert", .note, "an alert, a sound or a badge that the system does not show",
        why: "Pushes of this type are delivered to the app's code or to an extension. The system "
            + "shows no alert or badge and plays no sound for them; only the app's code can read "
            + "these keys.",
        remedy: "no change is needed if the app's code reads them",
        wrong: """
            ---
            apns-push-type: voip
            apns-expiration: 0
            ---
            {"aps": {"alert": "Ada is calling"}, "caller": "Ada"}
            """,
        right: """
            ---
            apns-push-type: voip
            apns-expiration: 0
            ---
            {"caller": "Ada"}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let type = push.certainType, type.isHandledByCode,
            let member = push.first(of: LintSubject.visibleKeys)
        else { return }
        report.add("the system ignores \(member.key) in \(type.rawValue) pushes", at: member)
    }
}
