// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint
import Testing

// guide: lint-first
/// Returns the findings in a payload, one line for each.
func findings(in payload: String) -> [String] {
    let source = SourceText(name: "message.apns", text: payload)
    return PayloadLinter().lint(source).map { finding in
        "\(finding.severity): \(finding.message) \(finding.remedy)"
    }
}
// guide: end

@Test func `the linter in the guide's example finds a badge that is a string`() {
    #expect(findings(in: #"{"aps":{"alert":"Lunch?","badge":"1"}}"#).count == 1)
    #expect(findings(in: #"{"aps":{"alert":"Lunch?","badge":1}}"#) == [])
}
