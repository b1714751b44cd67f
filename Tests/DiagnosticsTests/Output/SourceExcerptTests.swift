// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

/// Lines of a source with a range underlined.
struct SourceExcerptTests {
    private func shown(_ text: String, _ part: String) throws -> [String] {
        let range = try #require(text.firstRange(of: part))
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let source = SourceText(name: "a.apns", text: text)
        let bytes = start..<(start + part.utf8.count)
        var report = DiagnosticReport(tool: "lint", version: "1")
        let finding = Diagnostic(
            rule: "rule", severity: .error, message: "m", location: source.location(bytes))
        report.add([finding], of: source)
        return Array(report.text(of: finding).dropFirst())
    }

    @Test(arguments: [
        ("{\"aps\": 1}", "1", "    1 | {\"aps\": 1}", "      |         ^"),
        ("{\n\t\"ab\": 1}", "\"ab\"", "    2 |     \"ab\": 1}", "      |     ^^^^"),
        ("a\tb", "b", "    1 | a   b", "      |     ^"),
        ("{\"日本\": 1}", "1", "    1 | {\"日本\": 1}", "      |          ^"),
        ("{\"👩‍👧\": \"x\"}", "\"x\"", "    1 | {\"👩‍👧\": \"x\"}", "      |        ^^^"),
        ("e\u{301}: x", "x", "    1 | e\u{301}: x", "      |    ^"),
        ("one\r\ntwo\r\n", "two", "    2 | two", "      | ^^^"),
    ])
    func `the underline is below the range`(
        text: String, part: String, line: String, carets: String
    ) throws {
        #expect(try shown(text, part) == [line, carets])
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{7}", "\\u{1B}[31mred\\u{7}"), ("a\u{202E}b", "a\\u{202E}b"),
        ("a\u{9B}2Jb", "a\\u{9B}2Jb"), ("a\u{2028}b", "a\\u{2028}b"),
        ("a\u{200B}b", "a\\u{200B}b"), ("a\u{2066}b", "a\\u{2066}b"),
    ])
    func `control characters are escaped`(text: String, shown wanted: String) throws {
        let lines = try shown(text + " x", "x")
        #expect(lines.first == "    1 | \(wanted) x")
        #expect(TerminalText.text(text) == wanted)
    }

    @Test func `bytes that are not UTF-8 are escaped, and the underline is correct`() {
        let source = SourceText(name: "a", bytes: [0x22, 0xE9, 0xFF, 0x22, 0x78])
        var report = DiagnosticReport(tool: "lint", version: "1")
        let finding = Diagnostic(
            rule: "rule", severity: .error, message: "m", location: source.location(4..<5))
        report.add([finding], of: source)
        #expect(
            report.text(of: finding).dropFirst()
                == ["    1 | \"\\xE9\\xFF\"x", "      |           ^"])
    }

    @Test(arguments: [0, 50, 120, 5000, 250_000])
    func `a long line is cut around the range`(before: Int) throws {
        let text =
            String(repeating: "a", count: before) + "FAULT" + String(repeating: "b", count: 9000)
        let lines = try shown(text, "FAULT")
        let line = try #require(lines.first)
        let carets = try #require(lines.last)
        #expect(line.count <= 8 + 100)
        let start = try #require(line.firstRange(of: "FAULT"))
        let indent = line.distance(from: line.startIndex, to: start.lowerBound)
        #expect(carets == "      | " + String(repeating: " ", count: indent - 8) + "^^^^^")
        #expect(line.hasSuffix("…"))
        #expect(line.contains("| …") == (before > 32))
    }

    @Test func `a range of several lines is underlined up to the end of the first`() throws {
        #expect(try shown("{ab\ncd}", "ab\ncd") == ["    1 | {ab", "      |  ^^"])
    }

    @Test func `an error at the end of the text is underlined after the last character`() throws {
        let source = SourceText(name: "a", text: "{")
        var report = DiagnosticReport(tool: "lint", version: "1")
        let finding = Diagnostic(
            rule: "rule", severity: .error, message: "m", location: source.location(1..<1))
        report.add([finding], of: source)
        #expect(report.text(of: finding).dropFirst() == ["    1 | {", "      |  ^"])
    }

    @Test func `one character with a thousand accents is cut`() throws {
        let text = "a" + String(repeating: "\u{301}", count: 1000) + "x"
        let line = try #require(try shown(text, "x").first)
        #expect(line.unicodeScalars.count < 40)
    }
}
