// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundPath = LintRule(
        "sound-path", .warning, "a path or an address in place of a sound's name",
        why: "iOS looks for the file by its name, at the top of the app's bundle and in "
            + "Library/Sounds of its containers. It goes into no folder, and downloads nothing.",
        remedy: "write the name of the file alone",
        wrong: #"{"aps": {"alert": "Ding", "sound": "sounds/ding.caf"}}"#,
        right: #"{"aps": {"alert": "Ding", "sound": "ding.caf"}}"#,
        claim: .documented("UNNotificationSound")
    ) { push, report in
        guard let (node, name) = push.soundName,
            name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(UInt8(ascii: "\\"))
        else { return }
        report.add("the sound is a path or an address", at: node)
    }
}
