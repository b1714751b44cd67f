// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundObjectWithoutCritical = LintRule(
        "sound-object-without-critical", .warning,
        "the sound is an object without the key critical",
        why: "A sound object is for critical alerts. For any other sound, Apple documents only a "
            + "string with the name, and a volume has no effect.",
        remedy: "write the name of the file as a string, or add \"critical\": 1",
        wrong: #"{"aps": {"alert": "Ding", "sound": {"name": "ding.caf", "volume": 0.5}}}"#,
        right: #"{"aps": {"alert": "Ding", "sound": "ding.caf"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let sound = push.soundNode, push.soundMembers != nil, sound["critical"] == nil,
            !push.keys.contains(where: { key in
                if case .misspelled(let row) = key.verdict { return row.name == "critical" }
                return false
            })
        else { return }
        report.add("sound is an object without the key critical", at: sound)
    }
}
