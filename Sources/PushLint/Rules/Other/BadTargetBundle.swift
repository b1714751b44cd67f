// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badTargetBundle = LintRule(
        "bad-simulator-target-bundle", .error, "the file does not specify an app for the Simulator",
        why: "The Simulator reads the bundle identifier from the key \"Simulator Target Bundle\", "
            + "in exactly this spelling, at the top level of the payload. Without this key, the "
            + "Simulator cannot deliver a file that is dropped on its window.",
        remedy: "write \"Simulator Target Bundle\": \"com.example.app\" at the top level of the "
            + "payload",
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
                        "\"\(key)\" is \(member.value.value.typeName), not a string",
                        at: member.value)
                    continue
                }
                guard let problem = BundleIdentifier.problem(in: text) else { continue }
                report.add(
                    "\(Shown.quoted(text)) \(problem)", at: member.value,
                    remedy: Topic.isPlausible(text) ? BundleIdentifier.remedy : nil)
            } else if LintSubject.isMeantAsTargetBundle(member) {
                report.add(
                    "the Simulator does not read the key \(Shown.quoted(member.key))", at: member,
                    remedy: "write \"\(key)\"",
                    fix: push.custom(key) == nil
                        ? TextFix("rename the key", replacing: member.keyRange, with: "\"\(key)\"")
                        : nil)
            }
        }
        for member in push.apsMembers where member.key == key {
            report.add(
                "\"\(key)\" is inside aps, but belongs at the top level of the "
                    + "payload", at: member)
        }
    }
}

extension LintSubject {
    /// Returns whether a key outside `aps` was meant to be `Simulator Target Bundle`, because it is
    /// spelled differently, has a typing error (`Simulate Target Bundle`), or is a similar name
    /// whose value is a bundle identifier.
    static func isMeantAsTargetBundle(_ member: JSONNode.Member) -> Bool {
        guard member.key != APNSFile.targetBundleKey, member.key.utf8.count <= byteCountOfNamesMax
        else { return false }
        let plain = KeySpelling.plain(member.key)
        if plain == plainTargetBundle || KeySpelling.isSlip(plain, of: plainTargetBundle) {
            return true
        }
        guard otherNamesOfTargetBundle.contains(plain), let value = member.value.value.stringValue
        else { return false }
        return value.contains(".") && BundleIdentifier.problem(in: value) == nil
    }

    /// The maximum length of a key that is compared, in bytes.
    private static let byteCountOfNamesMax = 64
    private static let plainTargetBundle = KeySpelling.plain(APNSFile.targetBundleKey)
    private static let otherNamesOfTargetBundle = Set(
        [
            "Simulator Bundle", "Simulator Bundle ID", "Simulator Target", "Simulator Target App",
            "Simulator Target Bundle ID", "Simulator Target Bundle Identifier",
            "Simulator Target Bundle Name", "Target Bundle", "Target Bundle ID",
        ].map(KeySpelling.plain))
}
