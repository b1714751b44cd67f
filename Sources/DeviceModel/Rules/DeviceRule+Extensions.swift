// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let serviceExtensionRules: [DeviceRule] = [
        DeviceRule(
            "NSE-1", .serviceExtension,
            "mutable-content with an alert runs the service extension, if the app has one",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-2", .serviceExtension,
            "an alert that is a plain string counts as a body, so the service extension runs",
            .documented(ApplePage.generating)),
        DeviceRule(
            "NSE-3", .serviceExtension,
            "the service extension never runs for local notifications, for background pushes, or "
                + "for pushes without an alert",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-4", .serviceExtension,
            "the service extension runs in every state of the app, even after a force-quit",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-5", .serviceExtension,
            "after about 30 s, the system calls serviceExtensionTimeWillExpire once",
            .documented(ApplePage.extensionDidReceive)),
        DeviceRule(
            "NSE-6", .serviceExtension,
            "if the service extension returns no content, crashes or is stopped, the original "
                + "notification is shown",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "NSE-7", .serviceExtension,
            "the system stops a service extension that uses more than about 24 MB, without notice",
            .reported(Report.engineer)),
        DeviceRule(
            "NSE-8", .serviceExtension,
            "the system stops a service extension that is slow to start, without notice",
            .reported(Report.engineer)),
        DeviceRule(
            "NSE-9", .serviceExtension,
            "only the first call of the extension's handler counts",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-10", .serviceExtension,
            "if the service extension returns content without any text, the system ignores it and "
                + "shows the original",
            .documented(ApplePage.extensionDidReceive)),
        DeviceRule(
            "NSE-11", .serviceExtension,
            "with the filtering entitlement, empty content from the extension suppresses an alert "
                + "push",
            .documented(ApplePage.filtering)),
        DeviceRule(
            "NSE-12", .serviceExtension,
            "the extension may change all of the content, but not the request's identifier",
            .documented(ApplePage.mutableContent)),
        DeviceRule(
            "NSE-13", .serviceExtension,
            "the app's own callbacks get the original payload, without the extension's changes",
            .reported(Report.experience)),
        DeviceRule(
            "NSE-14", .serviceExtension,
            "each push gets its own instance of the service extension, and the instances of one "
                + "app run one at a time",
            .reported("tests that observed the process of a service extension")),
        DeviceRule(
            "NSE-15", .serviceExtension,
            "a donated message intent turns the content into a communication notification",
            .documented(ApplePage.communication)),
    ]

    static let attachmentsRules: [DeviceRule] = [
        DeviceRule(
            "ATT-1", .attachments,
            "an attachment must be a file on the phone; any other URL is invalid",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-2", .attachments,
            "an attachment's type comes from the type hint, otherwise from the file extension; "
                + "unknown types are refused",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-3", .attachments,
            "an audio file has at most 5 MB, an image 10 MB, a movie 50 MB",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-4", .attachments,
            "an invalid attachment makes a local request fail and is removed from a push",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-5", .attachments,
            "an attachment's file is moved to the system's store, or copied from the app's bundle",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-6", .attachments,
            "the URL of a delivered notification's attachment is security-scoped and in the "
                + "system's store",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ATT-7", .attachments,
            "the space for an app's attachments is limited, and removing notifications frees some "
                + "of it",
            .documented(ApplePage.attachment)),
        DeviceRule(
            "ATT-8", .attachments,
            "thumbnail options hide the thumbnail, clip it, or choose the frame",
            .documented(ApplePage.headers)),
    ]

    static let contentExtensionRules: [DeviceRule] = [
        DeviceRule(
            "NCE-1", .contentExtension,
            "the content extension runs when the person expands the notification, not before",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-2", .contentExtension,
            "the first content extension whose categories contain the notification's category is "
                + "used; case matters",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-3", .contentExtension,
            "a content extension is used for local and remote notifications",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-4", .contentExtension,
            "a content extension gets the notification when it opens, and later notifications of "
                + "the same thread while it is open",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-5", .contentExtension,
            "a content extension's Info.plist keys set its size, the default content and title, "
                + "and whether it receives touches",
            .documented(ApplePage.customizingAppearance)),
        DeviceRule(
            "NCE-6", .contentExtension,
            "without UNNotificationExtensionUserInteractionEnabled, the content extension's view "
                + "receives no touches",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-7", .contentExtension,
            "a content extension that handles responses decides which of them reach the app",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-8", .contentExtension,
            "a content extension may open the app through the default action, and replace the "
                + "actions while it is open",
            .documented(ApplePage.contentExtension)),
        DeviceRule(
            "NCE-9", .contentExtension,
            "a content extension should show the available content immediately instead of loading "
                + "data",
            .documented(ApplePage.customizingAppearance),
            .notModelled("this is advice to the extension's author, not behaviour of the phone")),
        DeviceRule(
            "NCE-10", .contentExtension,
            "without a matching content extension, the system's layout shows actions and "
                + "attachments",
            .documented(ApplePage.customizingAppearance)),
    ]
}
