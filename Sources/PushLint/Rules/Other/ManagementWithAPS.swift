// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let managementWithAPS = LintRule(
        "mdm-with-aps", .warning, "aps in an MDM push",
        why:
            "The payload of an MDM push contains only the key mdm. The device does not read aps in "
            + "it; if mdm is inside aps, the device finds no PushMagic and does not contact the "
            + "server.",
        remedy: "send {\"mdm\": \"...\"} with the PushMagic of the device, and nothing else",
        wrong: """
            {"mdm": "F0E1D2C3-0000-4000-8000-000000000000", "aps": {"content-available": 1}}
            """,
        right: #"{"mdm": "F0E1D2C3-0000-4000-8000-000000000000"}"#,
        claim: .documented("Sending MDM commands to a device")
    ) { push, report in
        guard let problem = push.managementProblem else { return }
        report.add(problem.message, at: problem.member)
    }
}

extension LintSubject {
    /// The finding about an `aps` that must not be in an MDM push; `nil` if there is no such `aps`,
    /// or if `mdm` may be a custom key of the app.
    var managementProblem: (message: String, member: JSONNode.Member)? {
        guard let aps else { return nil }
        if let inner = apsMembers.last(where: { $0.key == "mdm" }) {
            guard certainType == .mdm || (!isPushTypeGiven && !isVisible && Self.isMagic(inner))
            else { return nil }
            return ("mdm is inside aps, where the device does not read it", inner)
        }
        guard let mdm = custom("mdm"), mdm.value.value.stringValue != nil else { return nil }
        guard certainType == .mdm || (!isPushTypeGiven && !isVisible && Self.isMagic(mdm)) else {
            return nil
        }
        return ("aps has no effect in a payload that contains mdm", aps)
    }

    /// Returns whether a value looks like a PushMagic string, which is a UUID in Apple's examples.
    private static func isMagic(_ member: JSONNode.Member) -> Bool {
        member.value.value.stringValue.flatMap { APNSID($0) } != nil
    }
}
