// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundPath = LintRule(
        "sound-path", .warning, "a path or a URL instead of a sound's name",
        why: "iOS looks for a file of this name at the top level of the app's bundle and in "
            + "Library/Sounds of its containers. iOS searches no other folders and downloads "
            + "nothing.",
        remedy: "write only the name of the file",
        wrong: #"{"aps": {"alert": "Ding", "sound": "sounds/ding.caf"}}"#,
        right: #"{"aps": {"alert": "Ding", "sound": "ding.caf"}}"#,
        claim: .documented("UNNotificationSound")
    ) { push, report in
        guard let (node, name) = push.soundName,
            name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(UInt8(ascii: "\\"))
        else { return }
        report.add("the sound is a path or a URL", at: node)
    }
}
