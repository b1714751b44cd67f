// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint

/// Checking payloads against every rule.
enum LintBenchmarks {
    private static let silent = """
        ---
        apns-push-type: background
        apns-priority: 5
        ---
        {"aps": {"content-available": 1}, "conversation": "4711"}
        """

    private static let faulty = """
        {
          "aps": {
            "alert": {"title": "Alex Rivera", "body": "Can you ship the build?", "colour": 1},
            "content_available": 1,
            "mutable-content": true,
            "sound": 'ding.caf',
          }
        }
        """

    static func run(into table: inout Table) {
        let linter = PayloadLinter()
        let valid = SourceText(name: "message.apns", bytes: PayloadBenchmarks.payload.encoded)
        table.add(
            "lint an alert of \(valid.bytes.count) bytes with \(LintRule.table.count) rules",
            Measurement { linter.lint(valid).count })
        let background = SourceText(name: "silent.apns", text: silent)
        table.add(
            "lint a silent push with its headers", Measurement { linter.lint(background).count })
        let invalid = SourceText(name: "faulty.apns", text: faulty)
        table.add(
            "lint one with \(linter.lint(invalid).count) findings, some in JSON",
            Measurement { linter.lint(invalid).count })
    }
}
