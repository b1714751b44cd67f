// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// What a person sees and hears: text, sound, badge, level, categories, extensions.
    static let alertRules: [LintRule] = [mutableContentWithoutText]
}
