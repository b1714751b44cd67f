// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let apsNotObject = LintRule(
        "aps-not-object", .error, "aps is not an object",
        why: "iOS reads its keys from the object aps. If aps has any other type, iOS finds no "
            + "keys, and the push does nothing.",
        remedy: "write an object, for instance {\"alert\": \"Hello\"}",
        wrong: #"{"aps": "Hello"}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let aps = push.aps, aps.value.members == nil else { return }
        let isJSON = aps.value.value.stringValue?.first == "{"
        report.add(
            "aps is \(aps.value.value.typeName)", at: aps.value,
            remedy: isJSON
                ? "write the object itself; this is a string that contains JSON"
                : nil)
    }
}
