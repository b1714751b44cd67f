// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Testing

/// `docs/reference/self-check.md` is generated from the table of problems.
struct SelfCheckPageTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/reference/self-check.md").standardized
    /// Whether to write the page. In this case the test fails, so that the setting cannot stay on
    /// unnoticed.
    private static let isRecording =
        ProcessInfo.processInfo.environment["BELLHOP_RECORD_GOLDEN"] == "1"

    private var page: String {
        let rows = SelfCheckProblem.allCases.map { problem in
            let text = problem.explanation
            return "| \(text.severity.rawValue) | `\(problem.rawValue)` | \(text.what) | "
                + "\(text.why) | \(text.remedy) |"
        }
        return """
            # What the self-check finds

            A test generates this page from `SelfCheckProblem` with `BELLHOP_RECORD_GOLDEN=1`; \
            change the texts there.
            An error means that something the app uses cannot work. A warning means that something \
            works less well
            than its developer may expect. A note explains what a person sees.

            | | name | what | why it matters | what to do |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    @Test func `the stored page of problems equals the generated page`() throws {
        if Self.isRecording {
            try Data(page.utf8).write(to: Self.file)
            Issue.record("the page was written. Review it, then run without BELLHOP_RECORD_GOLDEN.")
            return
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == page)
    }

    @Test func `every problem has an explanation in one line that no other problem has`() {
        let all = SelfCheckProblem.allCases.map(\.explanation)
        #expect(Set(all.map(\.what)).count == all.count)
        for explanation in all {
            for text in [explanation.what, explanation.why, explanation.remedy] {
                #expect(!text.isEmpty && !text.contains("\n") && !text.contains("|"))
                #expect(!text.hasSuffix("."))
            }
        }
    }
}
