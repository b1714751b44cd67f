// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let responsesRules: [DeviceRule] = [
        DeviceRule(
            "RSP-1", .responses,
            "a tap starts an app that is not running; the response arrives after launching",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "RSP-2", .responses,
            "a tap brings the app to the front; the response arrives before the app is active",
            .reported(Report.callbackLogs)),
        DeviceRule(
            "RSP-3", .responses,
            "a tap on a notification with content-available may run the background callback once "
                + "more",
            .documented(ApplePage.backgroundCallback)),
        DeviceRule(
            "RSP-4", .responses,
            "a tap on the banner over an app in the foreground delivers the response immediately",
            .documented(ApplePage.handling)),
        DeviceRule(
            "RSP-5", .responses,
            "an action without the foreground option runs the app in the background and starts it "
                + "if needed",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "RSP-6", .responses,
            "a background action starts even an app that was force-quit",
            .chosen("Apple's engineers mention only background launches")),
        DeviceRule(
            "RSP-7", .responses,
            "an action with the foreground option unlocks the phone, brings the app to the front "
                + "and delivers the response",
            .documented(ApplePage.actionOptions)),
        DeviceRule(
            "RSP-8", .responses,
            "an action that requires authentication unlocks the phone, then runs in the background",
            .documented(ApplePage.actionOptions)),
        DeviceRule(
            "RSP-9", .responses,
            "clearing a notification runs the app with the dismiss action, if the category has "
                + "customDismissAction",
            .documented(ApplePage.dismissAction)),
        DeviceRule(
            "RSP-10", .responses,
            "clearing a notification runs nothing, unless its category has customDismissAction",
            .documented(ApplePage.dismissAction)),
        DeviceRule(
            "RSP-11", .responses,
            "opening the app from its icon delivers no response and clears nothing",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "RSP-12", .responses,
            "a response is lost if the app sets its delegate after launching has finished",
            .documented(ApplePage.centerDelegate)),
        DeviceRule(
            "RSP-13", .responses,
            "a tapped notification is removed from Notification Center",
            .reported(Report.experience)),
        DeviceRule(
            "RSP-14", .responses,
            "the system ends an app's background time after 30 s if the app has not finished "
                + "handling a response",
            .chosen("Apple's documentation does not state a time limit")),
        DeviceRule(
            "RSP-15", .responses,
            "an action in the background cannot read protected files while the phone is locked",
            .documented(ApplePage.actionableTypes)),
    ]
}
