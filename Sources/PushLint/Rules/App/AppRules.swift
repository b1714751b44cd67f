// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about what a payload requires of the app. Unknown facts about the app cause no
    /// findings.
    static let appRules: [LintRule] = [
        topicOfAnotherApp, unregisteredCategory, soundNotInApp, unknownStringKey,
        stringArgumentCount, timeSensitiveWithoutEntitlement, criticalWithoutEntitlement,
        pushTypeWithoutEntitlement, backgroundWithoutMode, callWithoutMode,
        mutableContentWithoutExtension, unknownActivityType, activityDataMissing,
        activityDataWrongType, activityDataUnknown,
    ]
}
