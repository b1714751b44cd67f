// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The output format of a report.
public enum ReportFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Text for people.
    case text
    /// JSON for programs. docs/lint.md describes it.
    case json
    /// SARIF 2.1.0, which code hosts and editors display.
    case sarif
    /// Annotations of GitHub Actions.
    case github
}
