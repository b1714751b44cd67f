// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundMeansSilence = LintRule(
        "sound-means-silence", .warning, "a sound name that means silence",
        why: "iOS treats every name as the name of a file. If there is no such file, it plays the "
            + "default sound, the opposite of what was intended.",
        remedy: "leave sound out; a notification without it is silent",
        wrong: #"{"aps": {"alert": "You have mail", "sound": "none"}}"#,
        right: #"{"aps": {"alert": "You have mail"}}"#,
        claim: .reported("senders whose notifications played the default sound")
    ) { push, report in
        guard let (node, name) = push.soundName, Self.silentNames.contains(name.lowercased())
        else { return }
        report.add("the sound is named \(Quoted.text(name))", at: node)
    }

    static let silentNames: Set = [
        "none", "silent", "silence", "off", "mute", "muted", "nil", "null", "false", "no", "0",
    ]
}
