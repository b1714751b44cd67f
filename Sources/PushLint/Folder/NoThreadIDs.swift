// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let noThreadIDs = FolderRule(
        about: DiagnosticRule(
            id: "no-thread-ids", severity: .note, title: "no notification has a thread-id",
            why: "iOS groups notifications with the same thread-id. All notifications without a "
                + "thread-id are in one group.",
            remedy: "send the same thread-id in notifications that belong together, such as the "
                + "messages of a conversation",
            wrong: example { #"{"aps": {"alert": "Message \#($0)", "category": "MESSAGE"}}"# },
            right: example {
                #"{"aps": {"alert": "Hi", "category": "MESSAGE", "thread-id": "chat-\#($0)"}}"#
            },
            claim: .documented("Generating a remote notification"))
    ) { payloads in
        let visible = payloads.filter(\.isVisible)
        guard visible.count >= payloadCountMin, !visible.contains(where: \.hasThreadID)
        else { return nil }
        return "none of \(visible.count) notifications has a thread-id"
    }
}
