// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let oneCollapseID = FolderRule(
        about: DiagnosticRule(
            id: "one-collapse-id", severity: .warning,
            title: "all notifications have the same collapse identifier",
            why: "A notification replaces an earlier one with the same collapse identifier. If all "
                + "notifications have the same identifier, the person sees only the last "
                + "notification.",
            remedy: "derive the collapse identifier from the subject of the notification, such as "
                + "order-4711",
            wrong: example { _ in
                """
                ---
                apns-collapse-id: app
                ---
                {"aps": {"alert": "News", "thread-id": "news", "category": "NEWS"}}
                """
            },
            right: example { number in
                """
                ---
                apns-collapse-id: order-\(number)
                ---
                {"aps": {"alert": "News", "thread-id": "news", "category": "NEWS"}}
                """
            },
            claim: .documented("Sending notification requests to APNs"))
    ) { payloads in
        let visible = payloads.filter(\.isVisible)
        let ids = visible.compactMap(\.collapseID)
        guard ids.count >= payloadCountMin, ids.count == visible.count, Set(ids).count == 1
        else { return nil }
        return "all \(ids.count) notifications have the same collapse identifier"
    }
}
