// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let allPriorityTen = FolderRule(
        about: DiagnosticRule(
            id: "all-priority-10", severity: .note, title: "every push has priority 10",
            why: "Priority 10 is for notifications that a person must see immediately. If every "
                + "notification has priority 10, the device uses more power, and Live Activities "
                + "use up their budget.",
            remedy: "use apns-priority 5 for notifications that can wait",
            wrong: example { _ in
                """
                ---
                apns-priority: 10
                ---
                {"aps": {"alert": "News", "thread-id": "news", "category": "NEWS"}}
                """
            },
            right: example { number in
                """
                ---
                apns-priority: \(number < 3 ? 10 : 5)
                ---
                {"aps": {"alert": "News", "thread-id": "news", "category": "NEWS"}}
                """
            },
            claim: .documented("Sending notification requests to APNs"))
    ) { payloads in
        let stated = payloads.compactMap(\.statedPriority)
        guard stated.count >= payloadCountMin, stated.count == payloads.count,
            stated.allSatisfy({ $0 == PushPriority.immediate.rawValue })
        else { return nil }
        return "all \(stated.count) pushes have priority 10"
    }
}
