// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How a report is written.
public enum ReportFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// For people.
    case text
    /// For programs; docs/lint.md describes it.
    case json
    /// SARIF 2.1.0, which code hosts and editors show.
    case sarif
    /// Annotations of GitHub Actions.
    case github
}
