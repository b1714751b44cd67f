// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The findings in some files, ready to be written as text, JSON, SARIF or annotations.
///
///     var report = DiagnosticReport(tool: "bellhop lint", version: "1.0.0")
///     report.add(findings, of: source)
///     print(report.text())
public struct DiagnosticReport: Sendable {
    /// A file that was not examined.
    public struct Skipped: Hashable, Sendable {
        public let file: String
        /// The reason, as a phrase without a full stop.
        public let reason: String

        public init(_ file: String, _ reason: String) {
            self.file = file
            self.reason = reason
        }
    }

    /// The command, for instance `bellhop lint`.
    public let tool: String
    public let version: String
    /// The descriptions of the rules that ran, for formats that include them.
    public let rules: [DiagnosticRule]
    /// The findings, in the order in which their files were added. The findings within a file are
    /// ordered by position.
    public private(set) var diagnostics: [Diagnostic] = []
    /// The number of files that were examined.
    public var fileCount = 0
    public var skipped: [Skipped] = []
    /// The text that a report without findings shows.
    public var nothingFound = "nothing found"
    /// The number of findings that are omitted from ``diagnostics`` because a baseline contains
    /// them.
    public var baselineCount = 0

    /// The texts of files with findings, by file name.
    private var sources: [String: SourceText] = [:]

    public init(tool: String, version: String, rules: [DiagnosticRule] = []) {
        self.tool = tool
        self.version = version
        self.rules = rules
    }

    /// Adds the findings in a file, and counts the file as examined.
    public mutating func add(_ found: [Diagnostic], of source: SourceText) {
        fileCount += 1
        add(found, sources: [source])
    }

    /// Adds findings and the texts to which they refer. Texts without a finding are not stored, and
    /// secrets in texts are replaced.
    public mutating func add(_ found: [Diagnostic], sources texts: [SourceText] = []) {
        diagnostics += found
        let names = Set(found.map(\.location.file))
        for text in texts where names.contains(text.name) {
            let secrets = found.filter { $0.location.isSecret && $0.location.file == text.name }
            sources[text.name] = (sources[text.name] ?? text).hiding(
                secrets.compactMap(\.location.range))
        }
    }

    /// Removes the findings that do not satisfy a condition.
    public mutating func filter(_ isKept: (Diagnostic) -> Bool) {
        diagnostics.removeAll { !isKept($0) }
    }

    /// Returns the text of a file with findings.
    public func source(_ file: String) -> SourceText? { sources[file] }

    /// Returns the number of findings of a severity.
    public func count(_ severity: Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// The number of findings that can be fixed automatically.
    public var fixableCount: Int { diagnostics.count { $0.fix != nil } }

    /// The highest severity of the findings; `nil` if there are none.
    public var worst: Severity? { diagnostics.map(\.severity).max() }

    /// Returns the report in a format.
    ///
    /// - Parameters:
    ///   - width: the width of the terminal in columns; `nil` disables line breaking. It is used
    ///     only for text.
    ///   - paint: a function that adds colours. It is used only for text.
    public func written(
        as format: ReportFormat, width: Int? = nil, paint: ReportPaint = { text, _ in text }
    ) -> String {
        switch format {
        case .text: text(width: width, paint: paint)
        case .json: JSONWriter.text(.object(json), style: .indented)
        case .sarif: JSONWriter.text(.object(sarif), style: .indented)
        case .github: annotations
        }
    }
}
