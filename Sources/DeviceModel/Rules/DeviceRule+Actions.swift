// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let actionsRules: [DeviceRule] = [
        DeviceRule(
            "ACT-1", .actions,
            "setNotificationCategories replaces the whole set, which is kept for the next launch",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-2", .actions,
            "an unknown category has no actions",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-3", .actions,
            "up to 10 actions are shown, the first two where there is little room",
            .documented(ApplePage.category)),
        DeviceRule(
            "ACT-4", .actions,
            "identifiers of actions are unique in the app",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-5", .actions,
            "actions may need authentication, be destructive, or open the app",
            .documented(ApplePage.actionOptions)),
        DeviceRule(
            "ACT-6", .actions,
            "a text action answers with the text that was typed",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "ACT-7", .actions,
            "the default action is always there, the dismiss action only when asked for",
            .documented(ApplePage.dismissAction)),
        DeviceRule(
            "ACT-8", .actions,
            "clearing a stack reports one dismissal at most",
            .reported(Report.forums)),
        DeviceRule(
            "ACT-9", .actions,
            "allowAnnouncement does nothing since iOS 15; allowInCarPlay lets a category into "
                + "CarPlay",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ACT-10", .actions,
            "an action finds the app running, in the background or started there: one callback",
            .documented(ApplePage.handling)),
    ]
}
