// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let misspelledKey = LintRule(
        "misspelled-key", .error, "a misspelled key",
        why: "iOS recognizes a key only by its exact spelling, in lower case with hyphens. It "
            + "ignores any other spelling and reports no error.",
        remedy: "write the key as Apple documents it",
        wrong: #"{"aps": {"alert": "A new photo", "mutable_content": 1}}"#,
        right: #"{"aps": {"alert": "A new photo", "mutable-content": 1}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard case .misspelled(let row) = key.verdict else { continue }
            report.add(
                "\(Quoted.text(key.member.key)) is not a key that iOS reads", at: key.member,
                remedy: "write \"\(row.name)\"",
                fix: push.renaming(key.member, to: row.name, among: key.siblings))
        }
        // A separate rule covers `apn` instead of `aps`.
        guard let member = push.misspelledAPS, member.key != "apn" else { return }
        report.add(
            "\(Quoted.text(member.key)) is not the key that iOS reads", at: member,
            remedy: "write \"aps\"", fix: push.renaming(member, to: "aps", among: push.members))
    }
}

extension LintSubject {
    /// The member that was meant to be `aps`, because its name is similar and it contains one of
    /// Apple's keys.
    var misspelledAPS: JSONNode.Member? {
        guard aps == nil else { return nil }
        return members.first { member in
            guard ["aps", "apn", "apns", "asp", "pas", "apps"].contains(member.key.lowercased())
            else { return false }
            return member.value.members?.contains { APSKey(rawValue: $0.key) != nil } ?? false
        }
    }
}
