// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundMeansSilence = LintRule(
        "sound-means-silence", .warning, "a sound whose name asks for silence",
        why: "iOS takes any name for a file's. If there is no such file, it plays the default "
            + "sound: the opposite of what the name asks for.",
        remedy: "leave sound out",
        wrong: #"{"aps": {"alert": "You have mail", "sound": "none"}}"#,
        right: #"{"aps": {"alert": "You have mail"}}"#,
        claim: .reported("senders whose silent names sounded")
    ) { push, report in
        guard let (node, name) = push.soundName, Self.silentNames.contains(name.lowercased())
        else { return }
        report.add("the sound is called \(Quoted.text(name))", at: node)
    }

    static let silentNames: Set = [
        "none", "silent", "silence", "off", "mute", "muted", "nil", "null", "false", "no", "0",
    ]
}
