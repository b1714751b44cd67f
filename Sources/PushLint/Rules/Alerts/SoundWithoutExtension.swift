// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundWithoutExtension = LintRule(
        "sound-without-extension", .note, "a sound name without a file name extension",
        why: "The name of a sound is the full file name, with its extension. If there is no such "
            + "file, iOS plays the default sound. The name of the system's own sound is "
            + "\"default\", in lower case.",
        remedy: "write the full file name, for example with .caf",
        wrong: #"{"aps": {"alert": "Ding", "sound": "fancy-ding"}}"#,
        right: #"{"aps": {"alert": "Ding", "sound": "fancy-ding.caf"}}"#,
        claim: .documented("UNNotificationSound")
    ) { push, report in
        guard let (node, name) = push.soundName, name != "default", !name.isBlank,
            !name.utf8.contains(UInt8(ascii: ".")), !name.utf8.contains(UInt8(ascii: "/")),
            !silentNames.contains(name.lowercased())
        else { return }
        let isDefault = KeySpelling.plain(name).starts(with: "default".utf8)
        report.add(
            "the sound \(Quoted.text(name)) has no file name extension", at: node,
            remedy: isDefault ? "write \"default\" for the system's sound" : nil)
    }
}
