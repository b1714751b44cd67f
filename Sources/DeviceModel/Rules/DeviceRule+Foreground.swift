// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let foregroundRules: [DeviceRule] = [
        DeviceRule(
            "FG-1", .foreground,
            "without a delegate or its willPresent, an app in the foreground shows no notification",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "FG-2", .foreground,
            "if willPresent returns no options, the notification is not shown",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "FG-3", .foreground,
            "with banner but not list, the notification is shown for a moment but not stored",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-4", .foreground,
            "with list but not banner, the notification is only in Notification Center",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-5", .foreground,
            "with banner and list, the notification is shown and stored",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-6", .foreground,
            "in the foreground, sound and badge are applied only if willPresent returned the "
                + "options sound and badge",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-7", .foreground,
            "an option whose switch in Settings is off has no effect",
            .documented(ApplePage.settings)),
        DeviceRule(
            "FG-8", .foreground,
            "if willPresent does not return within 30 s, it counts as having returned no options",
            .chosen("Apple's documentation does not state a time limit")),
        DeviceRule(
            "FG-9", .foreground,
            "willPresent is also called for local notifications",
            .documented(ApplePage.handling)),
        DeviceRule(
            "FG-10", .foreground,
            "willPresent runs before the background callback",
            .chosen("Apple's documentation does not state the order")),
        DeviceRule(
            "FG-11", .foreground,
            "without a notification center delegate, the alert goes to the app delegate instead",
            .reported(Report.callbackLogs)),
    ]
}
