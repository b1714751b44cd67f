// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let criticalLevelWithoutSound = LintRule(
        "critical-level-without-sound", .warning, "the critical level without a critical sound",
        why: "A critical alert sounds through the mute switch and Focus. The object with critical, "
            + "name and volume says what is heard and how loud; a plain name is an ordinary sound.",
        remedy: "write the sound as an object with critical 1, a name and a volume",
        wrong: """
            {"aps": {"alert": "Smoke", "sound": "default", "interruption-level": "critical"}}
            """,
        right: """
            {
              "aps": {
                "alert": "Smoke",
                "sound": {"critical": 1, "name": "default", "volume": 1},
                "interruption-level": "critical"
              }
            }
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let (member, word) = push.level, word == InterruptionLevel.critical.rawValue,
            !push.hasCriticalSound, push.soundMembers == nil || push.soundNode?["critical"] != nil
        else { return }
        report.add(
            push[.sound] == nil
                ? "the level is critical, and there is no sound"
                : "the level is critical, the sound is an ordinary one", at: member.value)
    }
}
