// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension LintRule {
    /// The descriptions of all rules for reference pages. They are grouped like the folders that
    /// contain the rules' source files.
    public static let groups: [(title: String, rules: [DiagnosticRule])] = [
        ("JSON", JSONSyntaxRule.rows),
        ("Keys, types and locations", shapeRules.map(\.about)),
        ("What the person sees and hears", alertRules.map(\.about)),
        ("Headers and size", headerRules.map(\.about)),
        ("Live Activities and broadcasts", activityRules.map(\.about)),
        ("Background pushes, secrets and obsolete keys", otherRules.map(\.about)),
        ("The app that receives the push", appRules.map(\.about)),
        ("Several payloads together", FolderRule.table.map(\.about)),
    ]
}
