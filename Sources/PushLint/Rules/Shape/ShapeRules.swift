// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// Types, spelling and place of keys.
    static let shapeRules: [LintRule] = []
}
