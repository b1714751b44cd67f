// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// Push type, priority, topic, expiration, identifiers, size.
    static let headerRules: [LintRule] = []
}
