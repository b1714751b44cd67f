// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// Live Activities and broadcasts.
    static let activityRules: [LintRule] = []
}
