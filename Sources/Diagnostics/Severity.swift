// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How bad a finding is.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Worth knowing; nothing is wrong.
    case note
    /// It works, or may: undocumented, without effect, deprecated or unwise.
    case warning
    /// It is wrong by Apple's documentation, or cannot work.
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
