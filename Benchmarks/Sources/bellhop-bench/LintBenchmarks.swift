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
        let right = SourceText(name: "message.apns", bytes: PayloadBenchmarks.payload.encoded)
        table.add(
            "lint an alert of \(right.bytes.count) bytes with \(LintRule.table.count) rules",
            Measurement { linter.lint(right).count })
        let background = SourceText(name: "silent.apns", text: silent)
        table.add(
            "lint a silent push with its headers", Measurement { linter.lint(background).count })
        let wrong = SourceText(name: "faulty.apns", text: faulty)
        table.add(
            "lint one with \(linter.lint(wrong).count) faults, some of JSON",
            Measurement { linter.lint(wrong).count })
    }
}
