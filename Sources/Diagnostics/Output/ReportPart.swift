// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a part of a report is, so that a terminal can colour it.
public enum ReportPart: Sendable, CaseIterable {
    /// File, line and column.
    case place
    case error, warning, note
    /// What was found.
    case message
    /// The line of the source, and its number.
    case excerpt
    /// What underlines the fault.
    case caret
    /// What to do.
    case remedy
    /// The identifier of the rule.
    case rule
    /// Nothing was found.
    case good

    init(_ severity: Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .note
        }
    }
}

/// Puts a colour on a part of a report; the plain one leaves it as it is.
public typealias ReportPaint = (String, ReportPart) -> String
