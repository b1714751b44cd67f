// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let silentRules: [DeviceRule] = [
        DeviceRule(
            "SIL-1", .silent,
            "content-available 1 and no alert, sound or badge make a background update",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-2", .silent,
            "waking the app needs the remote-notification background mode and no permission",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-3", .silent,
            "background pushes are a favour: an hour has few of them, and no number is promised",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-4", .silent,
            "of the held ones the newest is kept; opening the app delivers it, force-quitting "
                + "drops it",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-5", .silent,
            "a day has a budget for wakes; an app that runs from Xcode has no limit",
            .documented(ApplePage.troubleshooting)),
        DeviceRule(
            "SIL-6", .silent,
            "an app that takes long or uses much energy and data is woken less",
            .documented(ApplePage.backgroundCallback)),
        DeviceRule(
            "SIL-7", .silent,
            "an app that was force-quit is not woken until it is opened or the phone restarts",
            .documented(ApplePage.backgroundCallback)),
        DeviceRule(
            "SIL-8", .silent,
            "without Background App Refresh the app is not woken",
            .reported("Viewing the status of push notifications, with developers' experience")),
        DeviceRule(
            "SIL-9", .silent,
            "Low Power Mode pauses the background: the newest push is held",
            .reported(Report.experience)),
        DeviceRule(
            "SIL-10", .silent,
            "a push of priority 5 may wait for a good moment, and one of priority 1 wakes nothing",
            .documented(ApplePage.sending)),
        DeviceRule(
            "SIL-11", .silent,
            "an app in use gets background pushes at once",
            .reported("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")),
        DeviceRule(
            "SIL-12", .silent,
            "a background callback has 30 seconds to finish, and its result counts for later wakes",
            .documented(ApplePage.backgroundCallback)),
    ]
}
