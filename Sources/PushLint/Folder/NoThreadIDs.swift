// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let noThreadIDs = FolderRule(
        about: DiagnosticRule(
            id: "no-thread-ids", severity: .note, title: "no notification has a thread-id",
            why: "Notifications with the same thread-id stand together. Without any, iOS groups "
                + "all of an app's in one stack.",
            remedy: "give those that belong together a thread-id, such as the conversation's id",
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
