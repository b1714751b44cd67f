// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DoctorCheck {
    /// Checks of entitlements, Info.plist and profiles. The checks that concern every app come
    /// first.
    static let declarationChecks: [DoctorCheck] = [
        environmentEntitlementMissing, environmentEntitlementUnknown,
        environmentEntitlementPlatform, productionInDebug, entitlementMisspelled,
        infoKeyMisspelled,
        profileWithoutPush, profileOfOtherApp, profileExpired, profileEnvironmentDiffers,
        profileShared,
        timeSensitiveEntitlementMissing, criticalAlertsEntitlementMissing,
        criticalAlertsNotRequested, communicationEntitlementMissing,
        communicationActivityTypeMissing, filteringEntitlementMissing,
        appGroupMissing, appGroupsDiffer,
        backgroundModeUnknown, remoteNotificationModeMissing, fetchModeMissing,
        processingModeMissing, backgroundTaskNotPermitted, voIPModeMissing,
        pushToTalkUndeclared, locationUsageMissing, locationPushEntitlementMissing,
        liveActivitiesNotDeclared, frequentUpdatesNotDeclared, broadcastCapability,
        firebaseProxyOn, firebaseTokenMissing, firebaseBundleID,
        signingKeyInApp, signingKeyInCheckout, firebaseKeyInApp, firebaseKeyInCheckout,
        firebaseKeyTokenAddress,
    ]
}
