// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// What the payload asks of the app. They are silent about what is not known of it.
    static let appRules: [LintRule] = [
        topicOfAnotherApp, unregisteredCategory, soundNotInApp, unknownStringKey,
        stringArgumentCount, timeSensitiveWithoutEntitlement, criticalWithoutEntitlement,
        pushTypeWithoutEntitlement, backgroundWithoutMode, callWithoutMode,
        mutableContentWithoutExtension, unknownActivityType, activityDataMissing,
        activityDataWrongType, activityDataUnknown,
    ]
}
