// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let interruptionRules: [DeviceRule] = [
        DeviceRule(
            "LVL-1", .interruption,
            "a passive notification is added to the list without lighting up the screen or playing "
                + "a sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-2", .interruption,
            "an active notification lights up the screen and may play a sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-3", .interruption,
            "a time-sensitive notification is shown immediately, even during a Focus that allows "
                + "time-sensitive notifications",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-4", .interruption,
            "a critical alert is shown and plays its sound, regardless of the sound settings",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-5", .interruption,
            "a communication notification is shown immediately during a Focus that allows its "
                + "sender",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-1", .interruption,
            "a Focus silences an alert; the notification is only added to the list",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-2", .interruption,
            "an app that the Focus allows is not silenced",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-3", .interruption,
            "a time-sensitive notification without the entitlement is treated as active",
            .reported(Report.forums)),
        DeviceRule(
            "INT-4", .interruption,
            "a critical alert without the entitlement is treated as active",
            .chosen("Apple's documentation does not state which level applies instead")),
        DeviceRule(
            "INT-5", .interruption,
            "a critical alert without a sound plays the default critical sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "INT-6", .interruption,
            "the sound dictionary contains the name of a critical sound and its volume from 0 to 1",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-7", .interruption,
            "without the capability, a communication notification is shown as an ordinary one",
            .reported(
                "Implementing communication notifications, as developers generally "
                    + "understand it")),
        DeviceRule(
            "INT-8", .interruption,
            "if the app may read the Focus status, a sender may choose to notify the person "
                + "despite the Focus",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-9", .interruption,
            "filter-criteria is compared with the app's Focus filter before the notification is "
                + "shown",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-10", .interruption,
            "relevance-score sorts notifications; values below 0 count as 0, and values above 1 "
                + "count as 1",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-11", .interruption,
            "an app's first time-sensitive notifications include an explanation and a button that "
                + "switches them off",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-12", .interruption,
            "Low Power Mode does not hide alerts",
            .reported(Report.experience)),
        DeviceRule(
            "INT-13", .interruption,
            "alarms of AlarmKit override Focus and silent mode",
            .documented(ApplePage.alarmKit),
            .notModelled("AlarmKit has its own permission and posts no notifications")),
        DeviceRule(
            "INT-14", .interruption,
            "with previews hidden, a placeholder replaces the body; the title is shown only with a "
                + "category option",
            .documented(ApplePage.headers)),
    ]
}
