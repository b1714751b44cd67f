// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let passiveWithSound = LintRule(
        "passive-with-sound", .warning, "a passive notification with a sound",
        why: "A passive notification is added to the list without lighting up the screen or "
            + "playing a sound. The sound has no effect.",
        remedy: "remove the sound or the passive level",
        wrong: """
            {"aps": {"alert": "Your week", "sound": "default", "interruption-level": "passive"}}
            """,
        right: #"{"aps": {"alert": "Your week", "interruption-level": "passive"}}"#,
        claim: .documented("UNNotificationInterruptionLevel passive")
    ) { push, report in
        guard let level = push.level, level.value == InterruptionLevel.passive.rawValue,
            let sound = push[.sound], sound.value.content != .null
        else { return }
        report.add("the interruption level is passive, so the sound is not played", at: sound)
    }
}
