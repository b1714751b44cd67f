// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let nullValue = LintRule(
        "null-value", .error, "null as the value of one of Apple's keys",
        why:
            "Apple documents a type for each of its keys, and none of them allows null. At best, "
            + "iOS treats the key as absent; code that reads the key may not expect null.",
        remedy: "remove the key",
        wrong: #"{"aps": {"alert": "You have mail", "badge": null}}"#,
        right: #"{"aps": {"alert": "You have mail"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard key.member.value.content == .null,
                key.row?.isMeant(in: push) ?? false
            else { continue }
            report.add(
                "\(key.member.key) is null", at: key.member.value,
                fix: push.removing(key.member, among: key.siblings))
        }
    }
}
