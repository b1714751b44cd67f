// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundMeansSilence = LintRule(
        "sound-means-silence", .warning, "a sound name that is meant as silence",
        why: "iOS treats every name as the name of a file. If there is no such file, iOS plays the "
            + "default sound, although the sender intended silence.",
        remedy: "leave sound out; a notification without it is silent",
        wrong: #"{"aps": {"alert": "You have mail", "sound": "none"}}"#,
        right: #"{"aps": {"alert": "You have mail"}}"#,
        claim: .reported("reports of senders whose notifications played the default sound")
    ) { push, report in
        guard let (node, name) = push.soundName, Self.silentNames.contains(name.lowercased())
        else { return }
        report.add("the sound is named \(Quoted.text(name))", at: node)
    }

    static let silentNames: Set = [
        "none", "silent", "silence", "off", "mute", "muted", "nil", "null", "false", "no", "0",
    ]
}
