// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let permissionRules: [DeviceRule] = [
        DeviceRule(
            "AUTH-1", .permission,
            "the first request shows a prompt, and the call waits until the person responds",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-2", .permission,
            "after the person taps Allow, the app is authorized and the request returns true",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-3", .permission,
            "after the person taps Don't Allow, the app's permission is denied and the request "
                + "returns false without an error",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-4", .permission,
            "after the person has responded, later requests return that result immediately and "
                + "show no prompt",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-5", .permission,
            "a request with provisional shows no prompt and returns true",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-6", .permission,
            "if an app with provisional permission makes a request without the provisional option, "
                + "the system shows the prompt",
            .reported("guides of push vendors")),
        DeviceRule(
            "AUTH-7", .permission,
            "if the person taps Keep and then chooses immediate delivery, an app with provisional "
                + "permission becomes authorized, but its settings remain quiet",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-8", .permission,
            "if the person taps Turn Off and confirms, the permission of a provisional app becomes "
                + "denied",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-9", .permission,
            "an App Clip may show notifications for some hours after a launch, if its Info.plist "
                + "requests this",
            .documented(ApplePage.authorizationStatus)),
        DeviceRule(
            "AUTH-10", .permission,
            "changes in Settings take effect immediately, and the app is not informed of them",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-11", .permission,
            "a denied app that requests permission again gets false; only Settings can change that",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-12", .permission,
            "the completion handler may be called on a background queue",
            .documented(ApplePage.requestAuthorization)),
        DeviceRule(
            "AUTH-13", .permission,
            "the result true means that at least one option was granted",
            .documented(ApplePage.requestAuthorization)),
        DeviceRule(
            "AUTH-14", .permission,
            "while the prompt is on the screen, the app is inactive, not in the background",
            .reported("developers' experience with life-cycle callbacks")),
        DeviceRule(
            "AUTH-15", .permission,
            "permission survives updates and restarts; deleting the app removes it",
            .reported(Report.experience)),
        DeviceRule(
            "AUTH-20", .permission,
            "with permission, a notification is shown as the app's settings allow",
            .documented(ApplePage.settings)),
        DeviceRule(
            "AUTH-21", .permission,
            "with provisional permission, a notification appears only in Notification Center, "
                + "without a banner, sound or badge",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-22", .permission,
            "an App Clip's ephemeral permission has the effect of full permission until it ends",
            .documented(ApplePage.authorizationStatus)),
        DeviceRule(
            "AUTH-23", .permission,
            "with permission denied, nothing is shown, no sound plays, and no request can be "
                + "scheduled",
            .documented(ApplePage.metrics)),
        DeviceRule(
            "AUTH-24", .permission,
            "before the app has requested permission, nothing is shown; the push goes to the app "
                + "silently",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "AUTH-25", .permission,
            "every app gets a token, whatever its permission",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "AUTH-26", .permission,
            "with banners off, a notification is still listed if Notification Center is on",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "OPT-1", .permission,
            "the options badge, sound and alert enable their settings; the setting of an option "
                + "that was never requested is notSupported",
            .documented(ApplePage.settings)),
        DeviceRule(
            "OPT-2", .permission,
            "for an app with the CarPlay capability, the carPlay option adds a CarPlay switch to "
                + "Settings",
            .documented(ApplePage.headers)),
        DeviceRule(
            "OPT-3", .permission,
            "the criticalAlert option needs the entitlement and shows a separate second prompt",
            .documented(ApplePage.criticalAlerts)),
        DeviceRule(
            "OPT-4", .permission,
            "providesAppNotificationSettings shows no prompt and adds a button to the app's own "
                + "settings",
            .documented(ApplePage.ownSettings)),
        DeviceRule(
            "OPT-5", .permission,
            "the options announcement and timeSensitive are accepted and have no effect",
            .documented(ApplePage.headers)),
        DeviceRule(
            "SET-1", .permission,
            "after the person taps Allow, the settings of the requested options are on, and alerts "
                + "appear as banners",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-2", .permission,
            "with provisional permission, only the Notification Center setting is enabled",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "SET-3", .permission,
            "with permission denied, the settings have the value disabled",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-4", .permission,
            "before the app has requested permission, the settings have the value notSupported",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-5", .permission,
            "a setting has the value notSupported if the app lacks its capability",
            .reported(Report.experience)),
        DeviceRule(
            "SET-6", .permission,
            "the person can change each setting of an app, but there are no settings for a single "
                + "category or thread",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-7", .permission,
            "scheduledDeliverySetting is enabled if the person has added the app to the scheduled "
                + "summary",
            .documented(ApplePage.settings)),
    ]
}
