// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let emptySound = LintRule(
        "empty-sound", .warning, "a sound without a name",
        why: "A notification is silent if the key sound is absent. Apple does not document which "
            + "sound iOS plays for an empty name.",
        remedy: "leave sound out for silence, or write \"default\"",
        wrong: #"{"aps": {"alert": "You have mail", "sound": ""}}"#,
        right: #"{"aps": {"alert": "You have mail", "sound": "default"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let (node, name) = push.soundName, name.isBlank else { return }
        report.add("the name of the sound is empty", at: node)
    }
}
