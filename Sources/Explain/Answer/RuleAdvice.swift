// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// Gives advice on a past decision of the phone if only the rules of the decision are still known.
package enum RuleAdvice {
    /// Returns the remedy of the first rule that has one.
    ///
    /// - Parameter rules: the rules of the decision, beginning with the decisive rule.
    package static func remedy(for rules: [RuleID]) -> String? {
        rules.lazy.compactMap { rule in
            Withholding.table.first { $0.rule == rule && !$0.remedy.isEmpty }?.remedy
        }.first
    }
}
