// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badPriority = LintRule(
        "bad-priority", .error, "the priority is not 10, 5 or 1",
        why: "APNs refuses it: 400 BadPriority.",
        remedy: "write 10 (at once), 5 (mind the device's power) or 1 (never wake the device)",
        wrong: """
            ---
            apns-priority: high
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-priority: 10
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let word = push.value(of: APNSHeader.priority),
            !PushPriority.allCases.contains(where: { String($0.rawValue) == word })
        else { return }
        let remedy: String? =
            switch word.lowercased() {
            case "high", "immediate", "urgent": "write 10; words are another service's"
            case "normal", "low", "default": "write 5; words are another service's"
            default: nil
            }
        report.add(
            "apns-priority cannot be \(Shown.quoted(word))", header: APNSHeader.priority,
            remedy: remedy)
    }
}
