// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a text in a report. It determines the colour of the text on a terminal.
public enum ReportPart: Sendable, CaseIterable {
    /// The file name, line and column.
    case location
    case error, warning, note
    /// The problem.
    case message
    /// The line of the source and its number.
    case excerpt
    /// The underline of the problem.
    case caret
    /// The remedy.
    case remedy
    /// The identifier of the rule.
    case rule
    /// A positive result, for instance that nothing was found.
    case good

    init(_ severity: Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .note
        }
    }
}

/// A function that colours a part of a report. The default returns the text unchanged.
public typealias ReportPaint = (String, ReportPart) -> String
