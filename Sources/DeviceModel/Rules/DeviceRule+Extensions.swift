// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let serviceExtensionRules: [DeviceRule] = [
        DeviceRule(
            "NSE-1", .serviceExtension,
            "mutable-content runs the service extension, if the app has one and an alert is there",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-2", .serviceExtension,
            "an alert that is a plain string is a body and enough for the extension",
            .documented(ApplePage.generating)),
        DeviceRule(
            "NSE-3", .serviceExtension,
            "the extension never runs for local, silent or sound-and-badge-only notifications",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-4", .serviceExtension,
            "the extension runs whatever the app's state, force-quit too",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-5", .serviceExtension,
            "after about 30 s the extension is told once that its time is over",
            .documented(ApplePage.extensionDidReceive)),
        DeviceRule(
            "NSE-6", .serviceExtension,
            "when the extension answers nothing, crashes or is killed, the original is shown",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-7", .serviceExtension,
            "an extension above some 24 MB is killed without being told",
            .reported(Report.engineer)),
        DeviceRule(
            "NSE-8", .serviceExtension,
            "an extension that is slow to start is killed without being told",
            .reported(Report.engineer)),
        DeviceRule(
            "NSE-9", .serviceExtension,
            "only the first call of the extension's handler counts",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-10", .serviceExtension,
            "an answer without any alert text is ignored, and the original is shown",
            .documented(ApplePage.extensionDidReceive)),
        DeviceRule(
            "NSE-11", .serviceExtension,
            "with the filtering entitlement an empty answer to an alert push shows nothing",
            .documented(ApplePage.filtering)),
        DeviceRule(
            "NSE-12", .serviceExtension,
            "the extension may change all of the content, but not the request's identifier",
            .documented(ApplePage.mutableContent)),
        DeviceRule(
            "NSE-13", .serviceExtension,
            "the app's own callbacks get the payload as it was sent",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-14", .serviceExtension,
            "each push gets an instance of its own, and those of one app run in turn",
            .reported("an examination of the extension's process")),
        DeviceRule(
            "NSE-15", .serviceExtension,
            "a message intent that was donated turns the content into a communication notification",
            .documented(ApplePage.communication)),
    ]

    static let attachmentsRules: [DeviceRule] = [
        DeviceRule(
            "ATT-1", .attachments,
            "an attachment is a file on the disk; anything else is an invalid URL",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-2", .attachments,
            "its type comes from the hint, else the name's ending; an unknown one is refused",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-3", .attachments,
            "audio is at most 5 MB, an image 10 MB, a movie 50 MB",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-4", .attachments,
            "an invalid attachment stops a local request, and is dropped from a push",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-5", .attachments,
            "an attachment is moved into the system's store; one of the app's bundle is copied",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-6", .attachments,
            "an attachment read back from the center has a security-scoped address in the store",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ATT-7", .attachments,
            "the store of an app is limited, and removing notifications frees it",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-8", .attachments,
            "thumbnail options hide, clip or choose the picture shown small",
            .documented(ApplePage.headers)),
    ]

    static let contentExtensionRules: [DeviceRule] = [
        DeviceRule(
            "NCE-1", .contentExtension,
            "the content extension runs when the person expands the notification, not before",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-2", .contentExtension,
            "the extension is the first whose categories hold the notification's, case and all",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-3", .contentExtension,
            "it works for local and remote notifications",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-4", .contentExtension,
            "it gets the notification when it opens, and later ones of its thread while it is open",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-5", .contentExtension,
            "its Info.plist keys set size, default content, default title and touches",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-6", .contentExtension,
            "without the key for interaction no touches reach its view",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-7", .contentExtension,
            "an extension that handles responses decides which of them reach the app",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-8", .contentExtension,
            "it may open the app by the default action and replace the actions while open",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-9", .contentExtension,
            "it should show what it has and not load for long",
            .documented(ApplePage.customizingAppearance),
            .notModelled("advice to the extension's author")),
        DeviceRule(
            "NCE-10", .contentExtension,
            "without a matching extension the system's layout shows actions and attachments",
            .documented(ApplePage.customizingAppearance)),
    ]
}
