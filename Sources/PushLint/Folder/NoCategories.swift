// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension FolderRule {
    static let noCategories = FolderRule(
        about: DiagnosticRule(
            id: "no-categories", severity: .note, title: "no notification has a category",
            why: "A category adds buttons, so that people can act without opening the app, and "
                + "selects a content extension.",
            remedy: "where a button would help, send a category that the app registers",
            wrong: example { #"{"aps": {"alert": "Hi", "thread-id": "chat-\#($0)"}}"# },
            right: example {
                #"{"aps": {"alert": "Hi", "category": "MESSAGE", "thread-id": "chat-\#($0)"}}"#
            },
            claim: .documented("Declaring your actionable notification types"))
    ) { payloads in
        let visible = payloads.filter(\.isVisible)
        guard visible.count >= payloadCountMin, !visible.contains(where: \.hasCategory)
        else { return nil }
        return "none of \(visible.count) notifications has a category"
    }
}
