// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let mostlyTimeSensitive = FolderRule(
        about: DiagnosticRule(
            id: "mostly-time-sensitive", severity: .warning,
            title: "most notifications are time-sensitive",
            why: "A time-sensitive notification breaks through Focus and the scheduled summary. "
                + "iOS asks people whether to allow this for the app. If every notification is "
                + "marked as urgent, people decline, and then miss the urgent ones.",
            remedy: "use time-sensitive only for notifications that need attention within an hour; "
                + "use active or passive for all others",
            wrong: example { _ in
                #"{"aps": {"alert": "News", "interruption-level": "time-sensitive"}}"#
            },
            right: example { number in
                number < 3
                    ? #"{"aps": {"alert": "At the door", "interruption-level": "time-sensitive"}}"#
                    : #"{"aps": {"alert": "News", "thread-id": "news", "category": "NEWS"}}"#
            },
            claim: .documented("Human Interface Guidelines: Managing notifications"))
    ) { payloads in
        let visible = payloads.filter(\.isVisible)
        let count = visible.count { $0.isTimeSensitive }
        guard visible.count >= payloadCountMin,
            count * 100 >= visible.count * timeSensitivePercentMax
        else { return nil }
        return "\(count) of \(visible.count) notifications are time-sensitive"
    }
}
