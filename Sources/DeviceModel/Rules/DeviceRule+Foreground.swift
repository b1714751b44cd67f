// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let foregroundRules: [DeviceRule] = [
        DeviceRule(
            "FG-1", .foreground,
            "without a delegate or its willPresent, a notification over the app in use is not "
                + "shown",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "FG-2", .foreground,
            "an app in use that answers willPresent with nothing keeps it from being shown",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "FG-3", .foreground,
            "banner without list hangs at the top for a moment and is not kept",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-4", .foreground,
            "list without banner puts it in Notification Center only",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-5", .foreground,
            "banner and list do both",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-6", .foreground,
            "sound and badge are applied when the app in use asks for them",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "FG-7", .foreground,
            "an option whose switch in Settings is off does nothing",
            .documented(ApplePage.settings)),
        DeviceRule(
            "FG-8", .foreground,
            "an app that never answers willPresent is taken to have answered nothing after 30 s",
            .chosen("Apple names no time limit")),
        DeviceRule(
            "FG-9", .foreground,
            "willPresent is asked for local notifications too",
            .documented(ApplePage.handling)),
        DeviceRule(
            "FG-10", .foreground,
            "willPresent runs before the background callback",
            .chosen("Apple does not say in which order")),
        DeviceRule(
            "FG-11", .foreground,
            "without a notification center delegate the alert goes to the app delegate instead",
            .reported(Report.callbackLogs)),
    ]
}
