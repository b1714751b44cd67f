// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let interruptionRules: [DeviceRule] = [
        DeviceRule(
            "LVL-1", .interruption,
            "a passive notification is listed without screen and sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-2", .interruption,
            "an active notification lights the screen and may sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-3", .interruption,
            "a time-sensitive notification is shown at once, Focus or not",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-4", .interruption,
            "a critical alert is shown and sounds whatever the switches for sound say",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "LVL-5", .interruption,
            "a communication notification is shown at once, past a Focus that allows its sender",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-1", .interruption,
            "a Focus silences the alert, and the notification is listed on arrival",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-2", .interruption,
            "an app that the Focus allows is not silenced",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-3", .interruption,
            "time-sensitive without the entitlement is treated as active",
            .reported(Report.forums)),
        DeviceRule(
            "INT-4", .interruption,
            "critical without the entitlement is treated as an ordinary alert",
            .chosen("Apple does not say what remains of it")),
        DeviceRule(
            "INT-5", .interruption,
            "a critical alert without a sound plays the default critical sound",
            .documented(ApplePage.interruptionLevel)),
        DeviceRule(
            "INT-6", .interruption,
            "the sound object gives a critical sound's name and volume, 0 to 1",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-7", .interruption,
            "without the capability a message is an ordinary notification",
            .reported("Implementing communication notifications, widely read so")),
        DeviceRule(
            "INT-8", .interruption,
            "a sender may notify anyway through a Focus, if the app may know of the Focus",
            .documented(ApplePage.communication)),
        DeviceRule(
            "INT-9", .interruption,
            "filter-criteria is compared with the app's Focus filter before showing",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-10", .interruption,
            "relevance-score is 0 to 1 and sorts; values outside are moved to the nearer end",
            .documented(ApplePage.generating)),
        DeviceRule(
            "INT-11", .interruption,
            "the first time-sensitive ones explain themselves and offer to be switched off",
            .documented(ApplePage.managing)),
        DeviceRule(
            "INT-12", .interruption,
            "Low Power Mode hides no alerts",
            .reported(Report.experience)),
        DeviceRule(
            "INT-13", .interruption,
            "alarms of AlarmKit override Focus and silent mode",
            .documented(ApplePage.alarmKit),
            .notModelled("AlarmKit has its own permission and no notifications")),
        DeviceRule(
            "INT-14", .interruption,
            "with previews hidden a placeholder stands for the body; titles need a category's "
                + "option",
            .documented(ApplePage.headers)),
    ]
}
