// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let criticalLevelWithoutSound = LintRule(
        "critical-level-without-sound", .warning, "the critical level without a critical sound",
        why: "A critical alert plays its sound despite the mute switch and Focus. An object with "
            + "the keys critical, name and volume defines this sound; a string is the name of an "
            + "ordinary sound.",
        remedy: "write the sound as an object with \"critical\": 1, a name and a volume",
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
        guard let (member, level) = push.level, level == InterruptionLevel.critical.rawValue,
            !push.hasCriticalSound, push.soundMembers == nil || push.soundNode?["critical"] != nil
        else { return }
        report.add(
            push[.sound] == nil
                ? "the interruption level is critical, but there is no sound"
                : "the interruption level is critical, but the sound is not", at: member.value)
    }
}
