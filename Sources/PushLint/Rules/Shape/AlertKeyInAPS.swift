// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let alertKeyInAPS = LintRule(
        "alert-key-in-aps", .error, "an alert text directly in aps",
        why: "iOS reads title, subtitle, body and their localization keys in aps.alert only. iOS "
            + "does not show a text at any other position, and without an alert it shows nothing "
            + "at all.",
        remedy: "move the text into an object \"alert\" inside aps",
        wrong: #"{"aps": {"title": "Ada", "body": "Lunch at one?", "sound": "default"}}"#,
        right: """
            {"aps": {"alert": {"title": "Ada", "body": "Lunch at one?"}, "sound": "default"}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard key.place == .aps,
                case .misplaced(let row) = key.verdict,
                row.place == .alert
            else { continue }
            report.add(
                "\(Quoted.text(key.member.key)) is in aps, where iOS does not read it",
                at: key.member, remedy: "move it into aps.alert as \"\(row.name)\"")
        }
    }
}
