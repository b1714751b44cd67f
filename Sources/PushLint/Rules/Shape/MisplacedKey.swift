// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let misplacedKey = LintRule(
        "misplaced-key", .error, "one of Apple's keys is in the wrong object",
        why: "Each of Apple's keys belongs in one particular object. iOS does not read the key in "
            + "any other object.",
        remedy: "move the key to the object in which it belongs",
        wrong: #"{"aps": {"alert": {"title": "Ada", "badge": 3, "sound": "default"}}}"#,
        right: #"{"aps": {"alert": {"title": "Ada"}, "badge": 3, "sound": "default"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            if key.member.key == "aps" {
                report.add(
                    "aps is inside another aps", at: key.member, remedy: "remove the outer aps")
                continue
            }
            guard case .misplaced(let row) = key.verdict,
                !(key.place == .aps && row.place == .alert)
            else { continue }
            report.add(
                "\(Quoted.text(key.member.key)) is in \(key.place.displayName), where iOS does "
                    + "not read it", at: key.member, remedy: "move it into \(row.place.path)")
        }
    }
}

extension PayloadKey.Place {
    /// The path of keys that leads to this location.
    var path: String {
        switch self {
        case .aps: "aps"
        case .alert: "aps.alert"
        case .sound: "an object aps.sound"
        case .text: "aps.alert.title or aps.alert.body"
        }
    }
}
