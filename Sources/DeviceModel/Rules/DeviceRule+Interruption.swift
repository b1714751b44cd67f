// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let interruptionRules: [DeviceRule] = [
        DeviceRule(
            "LVL-1", .interruption,
            "a passive notification is added to the list without lighting the screen or playing a "
                + "sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-2", .interruption,
            "an active notification lights the screen and may play a sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-3", .interruption,
            "a time-sensitive notification is shown at once, even during a Focus that allows these",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-4", .interruption,
            "a critical alert is shown and plays its sound, whatever the settings for sound are",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-5", .interruption,
            "a communication notification is shown at once during a Focus that allows its sender",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-1", .interruption,
            "a Focus silences the alert, and the notification is added to the list",
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
            .chosen("Apple does not say which level applies instead")),
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
            .reported("Implementing communication notifications, as widely understood")),
        DeviceRule(
            "INT-8", .interruption,
            "a sender may choose to notify anyway during a Focus, if the app may read the Focus "
                + "status",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-9", .interruption,
            "filter-criteria is compared with the app's Focus filter before the notification is "
                + "shown",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-10", .interruption,
            "relevance-score sorts notifications; values below 0 count as 0, those above 1 as 1",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-11", .interruption,
            "the first time-sensitive notifications include an explanation and an offer to switch "
                + "them off",
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
