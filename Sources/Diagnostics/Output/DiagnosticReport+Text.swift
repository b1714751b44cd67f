// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DiagnosticReport {
    /// Files that were skipped and are named; of further ones the number is said.
    private static let skippedCountShown = 5
    /// Columns before the line number of an excerpt.
    private static let numberWidth = 5

    /// The report for people: each finding with the line it is in, and how many there are.
    ///
    ///     hello.apns:3:5: error: content_available is not a key of aps [misspelled-key]
    ///         3 |     "content_available": 1,
    ///           |     ^^^^^^^^^^^^^^^^^^^
    ///       try: write content-available
    ///
    /// - Parameter paint: puts colours on; leaves the text alone unless told otherwise.
    public func text(paint: ReportPaint = { text, _ in text }) -> String {
        var lines: [String] = []
        for diagnostic in diagnostics {
            lines += text(of: diagnostic, paint: paint)
            lines.append("")
        }
        for file in skipped.prefix(Self.skippedCountShown) {
            lines.append(
                paint("\(TerminalText.text(file.file)): skipped: \(file.reason)", .excerpt))
        }
        lines.append(summary(paint: paint))
        return lines.joined(separator: "\n")
    }

    /// The lines of one finding.
    public func text(
        of diagnostic: Diagnostic, paint: ReportPaint = { text, _ in text }
    ) -> [String] {
        let location = diagnostic.location
        let place =
            TerminalText.text(location.file)
            + (location.position.map { ":\($0.line):\($0.column)" } ?? "") + ":"
        let severity = paint(diagnostic.severity.rawValue + ":", ReportPart(diagnostic.severity))
        let message = paint(TerminalText.text(diagnostic.message), .message)
        var lines = [
            "\(paint(place, .place)) \(severity) \(message) "
                + paint("[\(diagnostic.rule)]", .rule)
        ]
        if let source = source(location.file), let excerpt = SourceExcerpt(location, in: source) {
            lines += text(of: excerpt, paint: paint)
        }
        if !diagnostic.remedy.isEmpty {
            lines.append(paint("  try: \(TerminalText.text(diagnostic.remedy))", .remedy))
        }
        return lines
    }

    private func text(of excerpt: SourceExcerpt, paint: ReportPaint) -> [String] {
        let number = String(excerpt.lineNumber)
        let gap = String(repeating: " ", count: max(0, Self.numberWidth - number.count))
        let margin = String(repeating: " ", count: max(Self.numberWidth, number.count))
        let carets = String(repeating: "^", count: excerpt.width)
        return [
            paint("\(gap)\(number) | ", .excerpt) + excerpt.text,
            paint("\(margin) | ", .excerpt) + String(repeating: " ", count: excerpt.indent)
                + paint(carets, .caret),
        ]
    }

    /// How much was found, in one line.
    public func summary(paint: ReportPaint = { text, _ in text }) -> String {
        let files = fileCount > 0 ? " in \(Self.number(fileCount, "file"))" : ""
        var words = Severity.allCases.reversed().compactMap { severity in
            let count = count(severity)
            let part = ReportPart(severity)
            return count == 0 ? nil : paint(Self.number(count, severity.rawValue), part)
        }.joined(separator: ", ")
        if words.isEmpty { words = paint(nothingFound, .good) }
        words += files
        if fixableCount > 0 {
            words += "; \(fixableCount == 1 ? "1 can" : "\(fixableCount) can") be mended by --fix"
        }
        if baselineCount > 0 { words += "; \(baselineCount) more in the baseline" }
        if !skipped.isEmpty { words += "; \(Self.number(skipped.count, "file")) skipped" }
        return words
    }

    private static func number(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
