// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DiagnosticReport {
    /// The maximum number of skipped files whose names are shown. Further files are only counted.
    private static let skippedCountShown = 5
    /// The width of the column with line numbers in an excerpt.
    private static let numberWidth = 5

    /// Returns the report as text for people. The text shows each finding with its line of the
    /// source, and the number of findings.
    ///
    ///     hello.apns:3:5: error: content_available is not a key of aps [misspelled-key]
    ///         3 |     "content_available": 1,
    ///           |     ^^^^^^^^^^^^^^^^^^^
    ///       try: write content-available
    ///
    /// - Parameters:
    ///   - width: the width of the terminal in columns, at which lines are broken between words;
    ///     `nil` disables line breaking, as for a file or another program.
    ///   - paint: a function that adds colours; the default returns the text unchanged.
    public func text(width: Int? = nil, paint: ReportPaint = { text, _ in text }) -> String {
        var lines: [String] = []
        var last: Diagnostic?
        for var diagnostic in diagnostics {
            // The remedy is omitted if the previous finding has the same remedy.
            let remedy = diagnostic.remedy
            if last?.rule == diagnostic.rule, last?.remedy == remedy { diagnostic.remedy = "" }
            lines += text(of: diagnostic, width: width, paint: paint)
            lines.append("")
            diagnostic.remedy = remedy
            last = diagnostic
        }
        for file in skipped.prefix(Self.skippedCountShown) {
            let words = "\(TerminalText.text(file.file)): skipped: \(file.reason)"
            lines += Self.indented(words, width, rest: 2).map { paint($0, .excerpt) }
        }
        lines += summaryLines(width: width, paint: paint)
        return lines.joined(separator: "\n")
    }

    /// Returns the lines of one finding.
    public func text(
        of diagnostic: Diagnostic, width: Int? = nil, paint: ReportPaint = { text, _ in text }
    ) -> [String] {
        let location = diagnostic.location
        let position =
            TerminalText.text(location.file)
            + (location.position.map { ":\($0.line):\($0.column)" } ?? "") + ":"
        let parts = [
            (position, ReportPart.location),
            (diagnostic.severity.rawValue + ":", ReportPart(diagnostic.severity)),
            (TerminalText.text(diagnostic.message), .message), ("[\(diagnostic.rule)]", .rule),
        ]
        var lines = Self.lines(of: parts, width: width, paint: paint)
        let room = (width ?? .max) - Self.numberWidth - Self.margin.utf8.count
        if let source = source(location.file),
            let excerpt = SourceExcerpt(location, in: source, widthMax: room)
        {
            lines += text(of: excerpt, paint: paint)
        }
        if !diagnostic.remedy.isEmpty {
            let label = "  try: "
            let remedy = label + TerminalText.text(diagnostic.remedy)
            lines += Self.indented(remedy, width, rest: label.utf8.count).map {
                paint($0, .remedy)
            }
        }
        return lines
    }

    /// Returns a text as lines, with indented continuation lines.
    private static func indented(_ text: String, _ width: Int?, rest: Int) -> [String] {
        TextWrap.lines(text, width: width, rest: rest).enumerated().map { index, line in
            (index == 0 ? "" : String(repeating: " ", count: rest)) + line
        }
    }

    /// The indentation of a finding's continuation lines, in columns.
    private static let indent = 4
    /// The separator between a line's number and its text.
    private static let margin = " | "

    /// Returns the parts of a finding in one line, or in several lines if they do not fit into one.
    private static func lines(
        of parts: [(text: String, part: ReportPart)], width: Int?, paint: ReportPaint
    ) -> [String] {
        guard let width else {
            return [parts.map { paint($0.text, $0.part) }.joined(separator: " ")]
        }
        let words = parts.flatMap { part in
            part.text.split(separator: " ", omittingEmptySubsequences: false)
                .map { (text: String($0), part: part.part) }
        }
        let breaks = TextWrap.breaks(
            of: words.map { TerminalText.width(of: $0.text) }, width: width, first: 0, rest: indent)
        return breaks.enumerated().map { index, range in
            var line = index == 0 ? "" : String(repeating: " ", count: indent)
            var start = range.lowerBound
            // Adjacent words of the same part of a finding are coloured together.
            while start < range.upperBound {
                let part = words[start].part
                let end = words[start..<range.upperBound].firstIndex { $0.part != part }
                let run = words[start..<(end ?? range.upperBound)].map(\.text)
                line +=
                    (start == range.lowerBound ? "" : " ")
                    + paint(run.joined(separator: " "), part)
                start = end ?? range.upperBound
            }
            return line
        }
    }

    private func text(of excerpt: SourceExcerpt, paint: ReportPaint) -> [String] {
        let number = String(excerpt.lineNumber)
        let gap = String(repeating: " ", count: max(0, Self.numberWidth - number.count))
        let margin = String(repeating: " ", count: max(Self.numberWidth, number.count))
        let carets = String(repeating: "^", count: excerpt.width)
        return [
            paint("\(gap)\(number)\(Self.margin)", .excerpt) + excerpt.text,
            paint("\(margin)\(Self.margin)", .excerpt)
                + String(repeating: " ", count: excerpt.indent) + paint(carets, .caret),
        ]
    }

    /// Returns a summary with the numbers of findings, in one line.
    public func summary(paint: ReportPaint = { text, _ in text }) -> String {
        summaryParts(paint: paint).joined(separator: "; ")
    }

    /// Returns the summary as lines for a terminal, broken between its parts.
    private func summaryLines(width: Int?, paint: ReportPaint) -> [String] {
        let isWide = width.map { TerminalText.width(of: summary()) <= $0 } ?? true
        return isWide ? [summary(paint: paint)] : summaryParts(paint: paint)
    }

    /// Returns the parts of the summary, which are the numbers and additional remarks.
    private func summaryParts(paint: ReportPaint) -> [String] {
        let files = fileCount > 0 ? " in \(Self.number(fileCount, "file"))" : ""
        var counts = Severity.allCases.reversed().compactMap { severity in
            let count = count(severity)
            let part = ReportPart(severity)
            return count == 0 ? nil : paint(Self.number(count, severity.rawValue), part)
        }.joined(separator: ", ")
        if counts.isEmpty { counts = paint(nothingFound, .good) }
        var parts = [counts + files]
        if fixableCount > 0 { parts.append("\(fixableCount) can be fixed by --fix") }
        if baselineCount > 0 { parts.append("\(baselineCount) more in the baseline") }
        if !skipped.isEmpty { parts.append("\(Self.number(skipped.count, "file")) skipped") }
        return parts
    }

    private static func number(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
