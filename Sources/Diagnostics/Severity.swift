// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The severity of a finding.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Useful information; there is no problem.
    case note
    /// It works or may work, but is undocumented, without effect, deprecated or unwise.
    case warning
    /// It violates Apple's documentation or cannot work.
    case error

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
}
