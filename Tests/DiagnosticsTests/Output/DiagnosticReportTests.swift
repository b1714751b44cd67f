// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

/// A report in all its formats.
struct DiagnosticReportTests {
    private static let rule = DiagnosticRule(
        id: "misspelled-key", severity: .error, title: "a key is misspelled",
        why: "iOS does not read it.", remedy: "correct the name", wrong: "{}", right: "{}",
        claim: .documented("Generating a remote notification"))

    private static let source = SourceText(
        name: "a b/é,1:2%.apns", text: "{\n  \"é\": {\"content_available\": 1,}\n}")

    /// A report with a complete finding and a finding that has no position.
    private static func sample() -> DiagnosticReport {
        var report = DiagnosticReport(tool: "bellhop lint", version: "1.0.0", rules: [rule])
        let start = 11
        report.add(
            [
                Diagnostic(
                    rule: "misspelled-key", severity: .error, message: "no key: 100%\nof aps",
                    remedy: "write content-available",
                    location: source.location(start..<(start + 19), keyPath: "é.content_available"),
                    fix: TextFix("rename", replacing: (start + 1)..<(start + 18), with: "x\"y")),
                Diagnostic(
                    rule: "other", severity: .note, message: "about all files",
                    location: Diagnostic.Location(file: Diagnostic.Location.standardInput)),
            ], of: source)
        report.skipped = [.init("package.json", "the file has no aps at its top level")]
        return report
    }

    @Test func `text contains location, severity, message, rule, excerpt and remedy`() {
        #expect(
            Self.sample().text() == """
                a b/é,1:2%.apns:2:9: error: no key: 100%\\u{A}of aps [misspelled-key]
                    2 |   "é": {"content_available": 1,}
                      |         ^^^^^^^^^^^^^^^^^^^
                  try: write content-available

                standard input: note: about all files [other]

                package.json: skipped: the file has no aps at its top level
                1 error, 1 note in 1 file; 1 can be fixed by --fix; 1 file skipped
                """)
    }

    @Test func `every part of the text is painted by its kind`() {
        var parts: Set<String> = []
        let text = Self.sample().text { text, part in
            parts.insert("\(part)")
            return "<\(part)>\(text)"
        }
        #expect(
            parts == [
                "location", "error", "note", "message", "excerpt", "caret", "remedy", "rule",
            ])
        #expect(text.contains("<error>error: <message>no key"))
    }

    @Test func `on a terminal, no line exceeds the width, and no text is lost`() {
        let plain = Self.sample().text().split { $0 == "\n" || $0 == " " }
        for width in [40, 60, 80] {
            let text = Self.sample().text(width: width)
            for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
            #expect(text.split { $0 == "\n" || $0 == " " || $0 == ";" }.count >= plain.count - 2)
        }
        #expect(Self.sample().text(width: 200) == Self.sample().text())
    }

    @Test func `a finding that is too wide is wrapped, and so is its remedy`() {
        let finding = Diagnostic(
            rule: "a-rule", severity: .error, message: "one two three four five six seven",
            remedy: "write eight nine ten eleven twelve",
            location: Diagnostic.Location(file: "a.apns"))
        let report = DiagnosticReport(tool: "lint", version: "1")
        #expect(
            report.text(of: finding, width: 32) == [
                "a.apns: error: one two three", "    four five six seven [a-rule]",
                "  try: write eight nine ten", "       eleven twelve",
            ])
        let painted = report.text(of: finding, width: 32) { "<\($1)>\($0)</>" }
        #expect(painted[1] == "    <message>four five six seven</> <rule>[a-rule]</>")
    }

    @Test func `a remedy is not repeated for consecutive findings of one rule`() {
        var report = DiagnosticReport(tool: "lint", version: "1")
        func finding(_ rule: String, _ remedy: String) -> Diagnostic {
            Diagnostic(
                rule: rule, severity: .warning, message: "m", remedy: remedy,
                location: Diagnostic.Location(file: "a.apns"))
        }
        report.add(
            [finding("a", "x"), finding("a", "x"), finding("a", "y"), finding("b", "y")],
            sources: [])
        let tries = report.text().split(separator: "\n").filter { $0.hasPrefix("  try: ") }
        #expect(tries == ["  try: x", "  try: y", "  try: y"])
        #expect(report.diagnostics.map(\.remedy) == ["x", "x", "y", "y"])
    }

    @Test func `a report without findings says that nothing was found`() {
        var report = DiagnosticReport(tool: "bellhop lint", version: "1")
        report.add([], of: Self.source)
        #expect(report.text() == "nothing found in 1 file")
        #expect(report.annotations.isEmpty)
        #expect(report.worst == nil)
    }

    @Test func `text cannot break out of an annotation`() {
        #expect(
            Self.sample().annotations == """
                ::error file=a b/é%2C1%3A2%25.apns,line=2,col=9,endLine=2,endColumn=27,\
                title=misspelled-key::no key: 100%25%0Aof aps; write content-available
                ::notice title=other::about all files
                """)
    }

    @Test func `JSON has every field, with null for unknown values`() throws {
        let json = try JSONReader.read(Self.sample().written(as: .json)).value.objectValue
        let findings = try #require(json?["findings"]?.arrayValue)
        let keys = [
            "rule", "severity", "message", "remedy", "file", "line", "column", "end_line",
            "end_column", "key_path", "fix", "fingerprint",
        ]
        for finding in findings { #expect(finding.objectValue?.keys == keys) }
        let first = try #require(findings.first?.objectValue)
        #expect(first["line"] == 2)
        #expect(first["end_column"] == 28)
        #expect(
            first["fix"] == [
                "title": "rename",
                "edits": [["byte_offset": 12, "byte_count": 17, "replacement": "x\"y"]],
            ])
        #expect(findings.last?.objectValue?["line"] == .null)
        #expect(
            json?["summary"] == [
                "files": 1, "errors": 1, "warnings": 0, "notes": 1, "fixable": 1,
                "in_baseline": 0,
            ])
    }
}

/// Fingerprints, by which a finding is recognized in a later report.
struct DiagnosticFingerprintTests {
    private func fingerprints(_ text: String, at part: String, path: String = "") -> [String] {
        let source = SourceText(name: "a.apns", text: text)
        var report = DiagnosticReport(tool: "t", version: "1")
        let found = text.ranges(of: part).map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return Diagnostic(
                rule: "r", severity: .error, message: "line \(start)",
                location: source.location(start..<(start + 1), keyPath: path))
        }
        report.add(found, of: source)
        return report.fingerprinted.map(\.fingerprint)
    }

    @Test func `moved and indented lines keep their fingerprints`() {
        let before = fingerprints("{\n\"x\": 1\n}", at: "x")
        #expect(before == fingerprints("\n\n{\n   \"x\":1\n}", at: "x"))
        #expect(before != fingerprints("{\n\"x\": 2\n}", at: "x"))
        #expect(before.allSatisfy { $0.count == 16 })
    }

    @Test func `with a key path, the fingerprint does not depend on the line`() {
        #expect(
            fingerprints("{\"x\": 1}", at: "x", path: "x")
                == fingerprints("{\"x\": 2, \"y\": 3}", at: "x", path: "x"))
    }

    @Test func `identical findings are distinguished`() {
        let both = fingerprints("x\nx", at: "x")
        #expect(Set(both).count == 2)
        #expect(both.first == fingerprints("x", at: "x").first)
    }
}
