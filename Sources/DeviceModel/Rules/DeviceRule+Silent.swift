// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let silentRules: [DeviceRule] = [
        DeviceRule(
            "SIL-1", .silent,
            "content-available: 1 without alert, sound or badge is a background push",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-2", .silent,
            "waking the app needs the remote-notification background mode, but no permission",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-3", .silent,
            "background pushes are not guaranteed: only a few an hour are delivered",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-4", .silent,
            "the phone holds only the newest background push; opening the app delivers it, and "
                + "force-quitting removes it",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "SIL-5", .silent,
            "a daily budget limits how often an app is woken; an app that runs from Xcode has no "
                + "limit",
            .documented(ApplePage.troubleshooting)),
        DeviceRule(
            "SIL-6", .silent,
            "an app that runs for a long time, or uses a lot of energy and data, is woken less "
                + "often",
            .documented(ApplePage.backgroundCallback)),
        DeviceRule(
            "SIL-7", .silent,
            "an app that was force-quit is not woken until it is opened or the phone restarts",
            .documented(ApplePage.backgroundCallback)),
        DeviceRule(
            "SIL-8", .silent,
            "without Background App Refresh, the app is not woken",
            .reported("Viewing the status of push notifications, and developers' experience")),
        DeviceRule(
            "SIL-9", .silent,
            "in Low Power Mode the app is not woken, and the newest push is held",
            .reported(Report.experience)),
        DeviceRule(
            "SIL-10", .silent,
            "a push of priority 5 may be delayed, and a push of priority 1 does not light up the "
                + "screen",
            .documented(ApplePage.sending)),
        DeviceRule(
            "SIL-11", .silent,
            "an app in the foreground gets background pushes immediately",
            .reported("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")),
        DeviceRule(
            "SIL-12", .silent,
            "a background callback has 30 seconds, and its result affects later wakes",
            .documented(ApplePage.backgroundCallback)),
    ]
}
