// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DoctorCheck {
    /// The checks of the Swift sources, in the following order: entitlement, host, token,
    /// permission, delegate.
    static let codeChecks: [DoctorCheck] =
        hostChecks + tokenChecks + permissionChecks + delegateChecks + categoryChecks
        + otherCodeChecks

    private static let hostChecks = [hostHardCoded, keyInSource]

    private static let tokenChecks = [
        tokenNotRequested, delegateAdaptorMissing, tokenCallbackMissing, tokenDecodedAsText,
        tokenDescription, registrationFailureUnhandled, registrationFailureTraps,
        registrationOffMain, tokenForceUnwrapped, tokenStored, tokenSentOnce, tokenLengthAssumed,
        tokenPrinted, activityTokenIgnored,
    ]

    private static let permissionChecks = [
        permissionAtLaunch, permissionOnAppear, permissionDenialUnhandled, permissionUnchecked,
        permissionStatusTooNarrow, permissionOptionIgnored, settingsLinkUnhandled,
    ]

    private static let delegateChecks = [
        delegateMissing, delegateLate, delegateTemporary, foregroundPresentationMissing,
        bannerWithoutList, presentationOptionDeprecated, presentationCompletionNotCalled,
        responseUnhandled,
        responseCompletionNotCalled, backgroundCompletionNotCalled, delegateMethodTwice,
    ]

    private static let categoryChecks = [
        categoriesLate, categoriesReplaced, categoryInitializerUnknown, summaryArgumentDeprecated,
        dismissActionUnsent,
    ]

    private static let otherCodeChecks = [
        badgeNumberDeprecated, callNotReported, triggerInterval, outdatedAPI,
    ]
}
