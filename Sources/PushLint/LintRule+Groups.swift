// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension LintRule {
    /// The rows of all rules, grouped as in the folders, for reference pages.
    public static let groups: [(title: String, rules: [DiagnosticRule])] = [
        ("The text", JSONSyntaxRule.rows),
        ("Keys, types and places", shapeRules.map(\.about)),
        ("What a person sees and hears", alertRules.map(\.about)),
        ("Headers and size", headerRules.map(\.about)),
        ("Live Activities and broadcasts", activityRules.map(\.about)),
        ("Background pushes, secrets and old keys", otherRules.map(\.about)),
        ("The app that gets the push", appRules.map(\.about)),
        ("Many payloads together", FolderRule.table.map(\.about)),
    ]
}
