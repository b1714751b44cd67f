// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let managementBody = LintRule(
        "mdm-body", .error, "an MDM push without the key mdm",
        why: "The payload of an MDM push is {\"mdm\": PushMagic}. PushMagic is the string that the "
            + "device sent to its server when it enrolled. Without this string, the device does "
            + "not contact the server.",
        remedy: "send {\"mdm\": \"...\"} with the PushMagic of the device, and nothing else",
        wrong: """
            ---
            apns-push-type: mdm
            ---
            {"aps": {"content-available": 1}}
            """,
        right: """
            ---
            apns-push-type: mdm
            ---
            {"mdm": "F0E1D2C3-0000-4000-8000-000000000000"}
            """,
        claim: .documented("Sending MDM commands to a device")
    ) { push, report in
        guard push.certainType == .mdm else { return }
        guard let member = push.custom("mdm") else {
            return report.add("there is no key mdm", at: push.root.range.prefix(1))
        }
        if push.custom("mdm")?.value.value.stringValue == nil {
            report.add("mdm is \(member.value.value.typeName), not a string", at: member.value)
        }
    }
}
