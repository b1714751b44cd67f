// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badTargetBundle = LintRule(
        "bad-simulator-target-bundle", .error, "the Simulator finds no app in the file",
        why: "The Simulator reads the bundle identifier from the key \"Simulator Target Bundle\", "
            + "spelled so, beside aps. Otherwise a file that is dropped on it goes nowhere.",
        remedy: "write \"Simulator Target Bundle\": \"com.example.app\" beside aps",
        wrong: """
            {"SimulatorTargetBundle": "com.example.app", "aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            {"Simulator Target Bundle": "com.example.app", "aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Xcode 11.4 release notes")
    ) { push, report in
        let key = APNSFile.targetBundleKey
        for member in push.members {
            if member.key == key {
                guard let text = member.value.value.stringValue else {
                    report.add(
                        "\(key) is \(member.value.value.typeInWords), not a string",
                        at: member.value)
                    continue
                }
                guard !Topic.isPlausible(text) else { continue }
                report.add("\(Shown.quoted(text)) is no bundle identifier", at: member.value)
            } else if KeySpelling.plain(member.key) == KeySpelling.plain(key) {
                report.add(
                    "the key is written \(Shown.quoted(member.key))", at: member,
                    fix: push.custom(key) == nil
                        ? TextFix("rename it", replacing: member.keyRange, with: "\"\(key)\"")
                        : nil)
            }
        }
        for member in push.apsMembers where member.key == key {
            report.add("\(key) stands in aps, not beside it", at: member)
        }
    }
}
