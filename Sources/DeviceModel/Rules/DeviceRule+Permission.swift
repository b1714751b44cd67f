// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let permissionRules: [DeviceRule] = [
        DeviceRule(
            "AUTH-1", .permission,
            "the first request shows one question, and the call waits until the person answers",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-2", .permission,
            "after Allow the app is authorized, and the request answers true",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-3", .permission,
            "after Don't Allow the app is denied, and the request answers false without an error",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-4", .permission,
            "once the person has answered, later requests get that answer at once and ask nothing",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-5", .permission,
            "a request with provisional asks nothing and answers true",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-6", .permission,
            "a provisional app that asks without provisional gets the question after all",
            .reported("guides of push vendors")),
        DeviceRule(
            "AUTH-7", .permission,
            "Keep, then deliver immediately, authorizes a provisional app, and the switches stay "
                + "quiet",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-8", .permission,
            "Turn Off, once confirmed, denies a provisional app",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-9", .permission,
            "an App Clip whose Info.plist asks for it may notify for some hours after launch, "
                + "unasked",
            .documented(ApplePage.authorizationStatus)),
        DeviceRule(
            "AUTH-10", .permission,
            "what the person changes in Settings counts at once, and the app hears nothing of it",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-11", .permission,
            "a denied app that asks again gets false; only Settings can change that",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-12", .permission,
            "the answer may come back on a background queue",
            .documented(ApplePage.requestAuthorization)),
        DeviceRule(
            "AUTH-13", .permission,
            "true means that at least one option was granted",
            .documented(ApplePage.requestAuthorization)),
        DeviceRule(
            "AUTH-14", .permission,
            "while the question is on the screen the app is inactive, not in the background",
            .reported("developers' experience with life-cycle callbacks")),
        DeviceRule(
            "AUTH-15", .permission,
            "permission outlives updates and restarts; deleting the app forgets it",
            .reported(Report.experience)),
        DeviceRule(
            "AUTH-20", .permission,
            "with permission, a notification is shown as the app's settings allow",
            .documented(ApplePage.settings)),
        DeviceRule(
            "AUTH-21", .permission,
            "with provisional permission it goes to Notification Center only: no banner, sound "
                + "or badge",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "AUTH-22", .permission,
            "an App Clip's ephemeral permission works like a full one until it ends",
            .documented(ApplePage.authorizationStatus)),
        DeviceRule(
            "AUTH-23", .permission,
            "with permission denied nothing is shown, sounded or badged, and nothing is scheduled",
            .documented(ApplePage.metrics)),
        DeviceRule(
            "AUTH-24", .permission,
            "before the app has asked, nothing is shown; the push goes to the app silently",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "AUTH-25", .permission,
            "every app gets a token, whatever its permission",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "AUTH-26", .permission,
            "with banners off a notification is still listed, if Notification Center is on",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "OPT-1", .permission,
            "badge, sound and alert unlock their kind; one never asked for reads as not supported",
            .documented(ApplePage.settings)),
        DeviceRule(
            "OPT-2", .permission,
            "the carPlay option gives an app with the CarPlay capability a CarPlay switch",
            .documented(ApplePage.headers)),
        DeviceRule(
            "OPT-3", .permission,
            "the criticalAlert option needs the entitlement and asks a second question of its own",
            .documented(ApplePage.criticalAlerts)),
        DeviceRule(
            "OPT-4", .permission,
            "providesAppNotificationSettings asks nothing and adds a button to the app's own "
                + "settings",
            .documented(ApplePage.ownSettings)),
        DeviceRule(
            "OPT-5", .permission,
            "the options announcement and timeSensitive are taken and do nothing",
            .documented(ApplePage.headers)),
        DeviceRule(
            "SET-1", .permission,
            "after Allow the switches for what was asked are on, and alerts are banners",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-2", .permission,
            "with provisional permission Notification Center alone is on",
            .documented(ApplePage.askingPermission)),
        DeviceRule(
            "SET-3", .permission,
            "with permission denied the switches read as off",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-4", .permission,
            "before the app has asked the switches read as not supported",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-5", .permission,
            "a switch whose capability the app lacks reads as not supported",
            .reported(Report.experience)),
        DeviceRule(
            "SET-6", .permission,
            "the person can turn each switch of an app, but none of a single category or thread",
            .documented(ApplePage.settings)),
        DeviceRule(
            "SET-7", .permission,
            "scheduled delivery reads as on when the person has put the app into the summary",
            .documented(ApplePage.settings)),
    ]
}
