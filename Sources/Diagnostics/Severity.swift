// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The severity of a finding.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Useful information about a fact that is not a problem.
    case note
    /// The payload or app works or may work, but a part of it is undocumented, without effect,
    /// deprecated or inadvisable.
    case warning
    /// The payload or app violates Apple's documentation or cannot work.
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
