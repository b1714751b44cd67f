// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let actionsRules: [DeviceRule] = [
        DeviceRule(
            "ACT-1", .actions,
            "setNotificationCategories replaces all registered categories, which stay registered "
                + "after a launch",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-2", .actions,
            "a notification whose category is not registered has no actions",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-3", .actions,
            "the system shows up to 10 actions, or only the first two where space is limited",
            .documented(ApplePage.category)),
        DeviceRule(
            "ACT-4", .actions,
            "the identifiers of an app's actions are unique",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-5", .actions,
            "an action may require authentication, be destructive, or open the app",
            .documented(ApplePage.actionOptions)),
        DeviceRule(
            "ACT-6", .actions,
            "the response of a text-input action contains the text that the person typed",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-7", .actions,
            "the default action always exists; the dismiss action only if the category has "
                + "customDismissAction",
            .documented(ApplePage.dismissAction)),
        DeviceRule(
            "ACT-8", .actions,
            "clearing a stack reports at most one dismissal",
            .reported(Report.forums)),
        DeviceRule(
            "ACT-9", .actions,
            "allowAnnouncement has no effect since iOS 15; allowInCarPlay shows the category's "
                + "notifications in CarPlay",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ACT-10", .actions,
            "an action reaches a running app, or starts it in the background, and is delivered "
                + "once",
            .documented(ApplePage.handling)),
    ]
}
