// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let criticalSoundWithoutLevel = LintRule(
        "critical-sound-without-level", .note, "a critical sound without the critical level",
        why: "Since iOS 15, the interruption level determines whether a notification breaks "
            + "through a Focus and silent mode. A critical sound without the critical level is the "
            + "older form.",
        remedy: "add \"interruption-level\": \"critical\"",
        wrong: """
            {"aps": {"alert": "Smoke", "sound": {"critical": 1, "name": "default"}}}
            """,
        right: """
            {
              "aps": {
                "alert": "Smoke",
                "sound": {"critical": 1, "name": "default"},
                "interruption-level": "critical"
              }
            }
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.hasCriticalSound, let sound = push.soundNode else { return }
        let level = push.level?.value
        // Another rule reports an unknown level.
        if let level, InterruptionLevel(rawValue: level) ?? .critical == .critical { return }
        guard level != nil || !push.hasSomeForm(of: .interruptionLevel) else { return }
        report.add(
            level.map { "the sound is critical, but the interruption level is \($0)" }
                ?? "the sound is critical, but there is no interruption level", at: sound)
    }
}
