// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A test that a page names: its suite and its sentence.
private struct NamedTest: Hashable, CustomTestStringConvertible {
    let suite: String
    let sentence: String

    var testDescription: String { "\(suite): \(sentence)" }
}

/// The tests that a page names as `` `Suite`: `sentence`, `sentence` ``.
private func namedTests(in text: String) -> [NamedTest] {
    text.split(separator: "\n").flatMap { line -> [NamedTest] in
        var suite: String?
        var tests: [NamedTest] = []
        // The parts with odd indices are between backticks.
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        for index in parts.indices where index % 2 == 1 {
            let quoted = String(parts[index])
            let after = index + 1 < parts.endIndex ? parts[index + 1] : ""
            if after.hasPrefix(":") {
                suite = quoted
            } else if let suite, quoted.contains(" "), !isCommand(quoted) {
                tests.append(NamedTest(suite: suite, sentence: quoted))
            }
        }
        return tests
    }
}

private func isCommand(_ text: String) -> Bool {
    ["make ", "bellhop ", "kill "].contains { text.hasPrefix($0) }
}

private let path = "docs/architecture/faults.md"
private let page =
    (try? String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)) ?? ""

/// Whether a test with this sentence is in the suite. The tests of StoreConformance are named by
/// strings.
private func exists(_ test: NamedTest) -> Bool {
    if test.suite == "StoreConformance" {
        return SourceFile.all.contains { file in
            file.target == "GatewayTesting"
                && file.lines.contains { $0.contains("\"\(test.sentence)\"") }
        }
    }
    return SourceFile.all.contains { file in
        file.isTest && file.lines.contains { $0.contains("struct \(test.suite)") }
            && file.lines.contains { $0.contains("`\(test.sentence)`(") }
    }
}

@Test(arguments: namedTests(in: page))
private func `each test that is named on the page of faults exists`(test: NamedTest) {
    #expect(exists(test), "docs/architecture/faults.md names it; correct its suite or sentence")
}

@Test func `every fault has a row on the page, with a test, a command or a reason`() {
    let groups = [("C", 1...8), ("D", 1...8), ("J", 1...5), ("N", 1...8), ("P", 1...11)]
    for (letter, numbers) in groups {
        for number in numbers {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| \(letter)\(number) |") }
            guard let row else {
                Issue.record("docs/architecture/faults.md has no row \(letter)\(number)")
                continue
            }
            let isShown =
                !namedTests(in: String(row)).isEmpty || row.contains("make crash")
                || row.contains("not covered:")
            #expect(isShown, "\(letter)\(number) has neither a test, a command nor a reason")
        }
    }
}

@Test func `the page of faults names its tests in the form that is verified`() {
    #expect(namedTests(in: page).count > 60)
    let tests = namedTests(
        in: "| `ATests`: `one two`; `make crash`, `fsync` | `BTests`: `three 4` |")
    #expect(
        tests == [
            NamedTest(suite: "ATests", sentence: "one two"),
            NamedTest(suite: "BTests", sentence: "three 4"),
        ])
    #expect(!exists(NamedTest(suite: "TidyTests", sentence: "no such sentence")))
}
