// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about background pushes and other push types, secrets, obsolete keys, and keys
    /// that only tools use.
    static let otherRules: [LintRule] = [
        apnForAps, backgroundWithAlert, backgroundWithoutWake, silentPushBudget, unshownAlert,
        widgetsWithoutChange, changeElsewhere, managementBody, managementWithAPS, fileProviderBody,
        badTargetBundle,
        targetBundleSent, secretInPayload, cardNumberInPayload, personalDataInPayload,
    ]
}
