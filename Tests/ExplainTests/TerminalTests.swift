// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import Testing

/// Explanations as a terminal shows them.
struct TerminalTests {
    private static let wide = 200

    @Test(arguments: [60, 80, 120])
    func `no line of an explanation is wider than the terminal`(width: Int) throws {
        for (name, edit) in Self.scenarios {
            let explanation = try ExplainFixture.explain(try ExplainFixture.example(name), edit)
            expect(explanation.text(width: width), fits: width)
        }
        var scenario = Scenario()
        scenario.focusName = "Work"
        let matrix = try ExplanationMatrix(
            of: try ExplainFixture.example("message"), in: scenario, now: ExplainFixture.now)
        // The table is at least 67 columns wide.
        let lines = matrix.text(width: width).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= max(width, 67) })
        for guide in ReasonGuide.table { expect(guide.text(width: width), fits: width) }
        for guide in SymptomGuide.table { expect(guide.text(width: width), fits: width) }
    }

    private static let scenarios: [(String, @Sendable (inout Scenario) -> Void)] = [
        ("message", { _ in }), ("message", { $0.permission = .denied }),
        ("silent-refresh", { $0.state = .forceQuit }),
        ("rich-media", { $0.serviceExtension = .does(.hangs) }),
        ("time-sensitive", { $0.focusName = "Work" }), ("live-activity-start", { _ in }),
    ]

    /// Words that are longer than a line are not broken.
    private func expect(_ text: String, fits width: Int) {
        for line in text.split(separator: "\n") {
            let isOneWord = !line.drop { $0 == " " }.contains(" ")
            #expect(line.count <= width || isOneWord, "\(line)")
        }
    }

    @Test func `the source of a statement is on a separate line, and wrapping loses no word`()
        throws
    {
        let explanation = try ExplainFixture.explain(try ExplainFixture.example("message"))
        let lines = explanation.text(width: Self.wide).split(separator: "\n").map(String.init)
        let sources = lines.filter { $0.contains("documented: ") }
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0.drop { $0 == " " }.hasPrefix("documented: ") })
        func words(_ text: String) -> [Substring] {
            text.split { $0 == " " || $0 == "\n" }
        }
        #expect(words(explanation.text(width: 60)) == words(explanation.text()))
    }
}
