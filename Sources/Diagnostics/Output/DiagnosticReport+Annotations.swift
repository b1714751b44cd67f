// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DiagnosticReport {
    /// The report as workflow commands of GitHub Actions, one for each finding. GitHub shows each
    /// finding next to its line in the file. Source: "Workflow commands for GitHub Actions".
    public var annotations: String { diagnostics.map(annotation).joined(separator: "\n") }

    private func annotation(of diagnostic: Diagnostic) -> String {
        let location = diagnostic.location
        var properties: [(name: String, value: String)] = []
        if !Self.isNoFile(location.file) { properties.append(("file", location.file)) }
        if let position = location.position {
            properties.append(("line", String(position.line)))
            properties.append(("col", String(position.column)))
            if let range = location.range, let source = source(location.file) {
                let end = source.position(of: range.upperBound)
                properties.append(("endLine", String(end.line)))
                // In workflow commands, the end column is inclusive.
                if end.line == position.line {
                    properties.append(("endColumn", String(max(position.column, end.column - 1))))
                }
            }
        }
        properties.append(("title", diagnostic.rule))
        let list = properties.map { "\($0.name)=\(Self.escaped($0.value, ",:"))" }
        let advice = diagnostic.remedy.isEmpty ? "" : "; \(diagnostic.remedy)"
        let message = Self.escaped(diagnostic.message + advice, "")
        return "::\(Self.command(diagnostic.severity)) \(list.joined(separator: ","))::\(message)"
    }

    private static func command(_ severity: Severity) -> String {
        switch severity {
        case .note: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// Returns text with special characters percent-encoded, so that the text can neither end the
    /// command nor begin another command.
    private static func escaped(_ text: String, _ others: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "%" || scalar.value == 0x7F
                || others.unicodeScalars.contains(scalar)
            {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "%" + (digits.count == 1 ? "0" : "") + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns whether a name denotes an origin that is not a file, such as `standard input`.
    static func isNoFile(_ name: String) -> Bool {
        Diagnostic.Location.standIns.contains(name)
    }
}

extension Diagnostic.Location {
    /// The name of a text that was read from standard input.
    public static let standardInput = "standard input"
    /// The location of a finding about the command line.
    public static let commandLine = "command line"
    /// The names of origins that are not files.
    static let standIns = [standardInput, commandLine]
}
