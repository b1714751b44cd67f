// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundFormat = LintRule(
        "sound-format", .warning, "a sound file in a format that Apple does not list",
        why: "Notification sounds are Linear PCM, MA4, µLaw or aLaw in an aiff, wav or caf file, "
            + "shorter than 30 seconds. For any other file, iOS may play the default sound.",
        remedy: "convert the file, for example to caf, and use its new name",
        wrong: #"{"aps": {"alert": "Ding", "sound": "ding.mp3"}}"#,
        right: #"{"aps": {"alert": "Ding", "sound": "ding.caf"}}"#,
        claim: .documented("UNNotificationSound")
    ) { push, report in
        guard let (node, name) = push.soundName,
            let dot = name.lastIndex(of: "."), name.first != "."
        else { return }
        let format = name[name.index(after: dot)...].lowercased()
        guard Self.otherFormats.contains(format) else { return }
        report.add("\(format) is not a format for notification sounds", at: node)
    }

    /// The extensions of common sound formats that iOS does not play. Other unknown extensions are
    /// not reported, because they may be part of the name.
    private static let otherFormats: Set = [
        "mp3", "m4a", "m4r", "aac", "ogg", "oga", "opus", "flac", "wma", "amr", "mp4", "mid",
        "midi", "3gp", "webm", "mov", "alac",
    ]
}
