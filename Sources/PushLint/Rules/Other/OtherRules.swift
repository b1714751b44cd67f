// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// Background pushes and the other push types, secrets, old keys, keys of tools.
    static let otherRules: [LintRule] = [
        apnForAps, backgroundWithAlert, backgroundWithoutWake, silentPushBudget, unshownAlert,
        widgetsWithoutChange, changeElsewhere, managementBody, managementWithAPS, fileProviderBody,
        badTargetBundle,
        targetBundleSent, secretInPayload, cardNumberInPayload, personalDataInPayload,
    ]
}
