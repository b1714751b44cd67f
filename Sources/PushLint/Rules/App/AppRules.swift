// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// What the payload asks of the app.
    static let appRules: [LintRule] = []
}
