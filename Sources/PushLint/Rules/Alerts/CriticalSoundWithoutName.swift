// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let criticalSoundWithoutName = LintRule(
        "critical-sound-without-name", .warning, "a critical sound without a name",
        why: "The name selects the sound. Apple does not document which sound iOS plays if a "
            + "critical sound has no name, and a critical alert must not be silent.",
        remedy: "write \"name\": \"default\", or the name of a file",
        wrong: """
            {
              "aps": {
                "alert": "Smoke in the kitchen",
                "sound": {"critical": 1, "volume": 1},
                "interruption-level": "critical"
              }
            }
            """,
        right: """
            {
              "aps": {
                "alert": "Smoke in the kitchen",
                "sound": {"critical": 1, "name": "default", "volume": 1},
                "interruption-level": "critical"
              }
            }
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.hasCriticalSound, let sound = push.soundNode, sound["name"] == nil,
            !push.keys.contains(where: { key in
                if case .misspelled(let row) = key.verdict { return row.name == "name" }
                return false
            })
        else { return }
        report.add("the critical sound has no name", at: sound)
    }
}
