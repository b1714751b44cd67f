// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DoctorCheck {
    /// Checks of notification service and content extensions.
    static let extensionChecks: [DoctorCheck] = [
        serviceExtensionNotEmbedded, contentExtensionNotEmbedded, extensionPointWrong,
        extensionBundleID, extensionDeploymentTarget, extensionPrincipalClassMissing,
        extensionSuperclassWrong, extensionStoryboardMissing, serviceExtensionTwice,
        extensionHandlerMissed, extensionTimeUnhandled, appGroupNotConfigured,
        extensionCategoryMissing, extensionCategoryUnregistered, extensionAttributeType,
        contentExtensionNetwork, attachmentTypeUnknown,
    ]
}
