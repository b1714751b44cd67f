// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension LintRule {
    /// The descriptions of all rules for reference pages, grouped like the folders.
    public static let groups: [(title: String, rules: [DiagnosticRule])] = [
        ("JSON", JSONSyntaxRule.rows),
        ("Keys, types and locations", shapeRules.map(\.about)),
        ("What a person sees and hears", alertRules.map(\.about)),
        ("Headers and size", headerRules.map(\.about)),
        ("Live Activities and broadcasts", activityRules.map(\.about)),
        ("Background pushes, secrets and obsolete keys", otherRules.map(\.about)),
        ("The app that receives the push", appRules.map(\.about)),
        ("Many payloads together", FolderRule.table.map(\.about)),
    ]
}
