// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badPriority = LintRule(
        "bad-priority", .error, "the priority is not 10, 5 or 1",
        why: "APNs rejects the request with 400 BadPriority.",
        remedy: "write 10 (deliver immediately), 5 (save the device's power) or 1 (never wake the "
            + "device)",
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
        guard let value = push.value(of: APNSHeader.priority),
            !PushPriority.allCases.contains(where: { String($0.rawValue) == value })
        else { return }
        let remedy: String? =
            switch value.lowercased() {
            case "high", "immediate", "urgent": "write 10; APNs accepts numbers only"
            case "normal", "low", "default": "write 5; APNs accepts numbers only"
            default: nil
            }
        report.add(
            "apns-priority \(Shown.quoted(value)) is not 10, 5 or 1", header: APNSHeader.priority,
            remedy: remedy)
    }
}
