// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about Live Activities and broadcasts.
    static let activityRules: [LintRule] = [
        activityKeysElsewhere, activityEventMissing, activityTimestampMissing,
        activityTimeInMilliseconds, activityTimestampTooOld, activityStateMissing,
        activityFinalStateMissing, activityAttributesMissing, activityAttributesOutsideStart,
        activityStartWithoutAlert, activityStartEmptyText, activitySoundOutsideAlert,
        activityStaleFromStart,
        activityDismissalLate, activityDismissalOutsideEnd, activityInputOutsideStart,
        activityTwoInputs, activityChannelOnOldSystem, activityIgnoredKeys, activityUpdateUrgent,
        activityDataTooLarge, badChannelID, broadcastStart, broadcastPushType,
        broadcastHeaderMissing, broadcastTopic,
    ]
}
