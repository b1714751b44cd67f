// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// What was found in some files, ready to be shown as text, JSON, SARIF or annotations.
///
///     var report = DiagnosticReport(tool: "bellhop lint", version: "1.0.0")
///     report.add(findings, of: source)
///     print(report.text())
public struct DiagnosticReport: Sendable {
    /// A file that was not looked at.
    public struct Skipped: Hashable, Sendable {
        public let file: String
        /// Why, as a phrase without a full stop.
        public let reason: String

        public init(_ file: String, _ reason: String) {
            self.file = file
            self.reason = reason
        }
    }

    /// The command, for instance `bellhop lint`.
    public let tool: String
    public let version: String
    /// The rows of the rules that were asked, for the formats that describe them.
    public let rules: [DiagnosticRule]
    /// In the order in which files were added, those of one file by place.
    public private(set) var diagnostics: [Diagnostic] = []
    /// Files that were looked at.
    public var fileCount = 0
    public var skipped: [Skipped] = []
    /// What the text says when nothing was found.
    public var nothingFound = "nothing found"
    /// Findings that a baseline holds, which are not in ``diagnostics``.
    public var baselineCount = 0

    /// Texts of files with findings, by name.
    private var sources: [String: SourceText] = [:]

    public init(tool: String, version: String, rules: [DiagnosticRule] = []) {
        self.tool = tool
        self.version = version
        self.rules = rules
    }

    /// Adds what was found in a text, and counts the file.
    public mutating func add(_ found: [Diagnostic], of source: SourceText) {
        fileCount += 1
        add(found, sources: [source])
    }

    /// Adds findings and the texts that they point into; texts without a finding are not kept, and
    /// secrets in them are not either.
    public mutating func add(_ found: [Diagnostic], sources texts: [SourceText] = []) {
        diagnostics += found
        let names = Set(found.map(\.location.file))
        for text in texts where names.contains(text.name) {
            let secrets = found.filter { $0.location.isSecret && $0.location.file == text.name }
            sources[text.name] = (sources[text.name] ?? text).hiding(
                secrets.compactMap(\.location.range))
        }
    }

    /// Keeps the findings that a condition holds for.
    public mutating func filter(_ isKept: (Diagnostic) -> Bool) {
        diagnostics.removeAll { !isKept($0) }
    }

    /// The text of a file with findings.
    public func source(_ file: String) -> SourceText? { sources[file] }

    /// How many findings of a severity there are.
    public func count(_ severity: Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// How many findings can be mended by machine.
    public var fixableCount: Int { diagnostics.count { $0.fix != nil } }

    /// The worst finding; `nil` when there is none.
    public var worst: Severity? { diagnostics.map(\.severity).max() }

    /// The report in a format.
    ///
    /// - Parameters:
    ///   - width: the columns of the terminal, for text only; `nil` breaks no line.
    ///   - paint: colours, for text only.
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
