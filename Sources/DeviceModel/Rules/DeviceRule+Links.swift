// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let storeRules: [DeviceRule] = [
        DeviceRule(
            "SF-1", .store,
            "APNs stores a push for an offline phone until the push expires, for at most 30 days",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-2", .store,
            "a push with expiration 0 is sent once and never stored",
            .documented(ApplePage.sending), .service),
        DeviceRule(
            "SF-3", .store,
            "for each phone, APNs stores one push of an app, usually the newest",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-4", .store,
            "according to a later release note, APNs stores several pushes for each bundle "
                + "identifier",
            .documented(ApplePage.updates), .service),
        DeviceRule(
            "SF-5", .store,
            "when the phone is online again, APNs sends the stored pushes that have not expired, "
                + "in no guaranteed order",
            .documented(ApplePage.sending), .service),
        DeviceRule(
            "SF-6", .store,
            "a phone in Low Power Mode gets pushes when power allows; a push of priority 10 "
                + "arrives immediately",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-7", .store,
            "the app is not informed of pushes that expired",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-8", .store,
            "a collapse identifier replaces a delivered notification as well as a stored one",
            .documented(ApplePage.sending)),
        DeviceRule(
            "SF-9", .store,
            "a phone that is online gets every push separately, even if many arrive in a row",
            .documented(ApplePage.responses)),
        DeviceRule(
            "SF-10", .store,
            "a broadcast to an offline phone is lost if its channel has no storage; a channel with "
                + "storage keeps the newest",
            .documented(ApplePage.channelRequests), .service),
        DeviceRule(
            "SF-11", .store,
            "between a restart and the first unlock, pushes arrive, but protected files cannot be "
                + "read",
            .reported(Report.experience)),
    ]

    static let linksRules: [DeviceRule] = [
        DeviceRule(
            "LNK-1", .links,
            "a notification has no built-in link; the app reads the destination from userInfo",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-2", .links,
            "target-content-id names the window to bring to the front, and the response contains "
                + "it",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LNK-3", .links,
            "when a tap launches the app, the notification response may arrive before the first "
                + "view appears",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-4", .links,
            "one Settings URL opens the app's page, the other the app's notification settings",
            .documented(ApplePage.settingsAddress)),
        DeviceRule(
            "LNK-5", .links,
            "the system brings the app to the front and calls openSettingsFor, with nil as the "
                + "notification if the call comes from Settings",
            .documented(ApplePage.ownSettings)),
        DeviceRule(
            "LNK-6", .links,
            "opening the app from its icon changes neither the badge nor the list",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-7", .links,
            "setting the badge to zero may clear the app's notifications from the list",
            .reported(Report.vendors)),
        DeviceRule(
            "LNK-8", .links,
            "launch-image changes the picture that is shown at launch and nothing else",
            .documented(ApplePage.generating)),
    ]

    static let systemVersionRules: [DeviceRule] = [
        DeviceRule(
            "N26-1", .systemVersion,
            "iOS 26 adds no new API for notifications; levels, options and background rules are "
                + "unchanged",
            .documented(ApplePage.framework)),
        DeviceRule(
            "N26-2", .systemVersion,
            "since iOS 26, an app can schedule an activity, which is pending until it starts",
            .documented(ApplePage.activity)),
        DeviceRule(
            "N26-3", .systemVersion,
            "AlarmKit adds alarms, which have their own permission",
            .documented(ApplePage.alarmKit),
            .notModelled("AlarmKit is another framework; its alarms are not notifications")),
        DeviceRule(
            "N26-4", .systemVersion,
            "a push of type widgets reloads the app's widgets and shows nothing",
            .documented(ApplePage.sending)),
        DeviceRule(
            "N26-5", .systemVersion,
            "since iOS 26.4, a VoIP push states whether the app must report a call",
            .documented(ApplePage.pushKit)),
        DeviceRule(
            "N26-6", .systemVersion,
            "Apple Intelligence summarizes and prioritizes notifications, which changes what is "
                + "shown first",
            .reported("press reports, and documentation of push vendors"),
            .notModelled("no API controls this behaviour; a language model decides")),
        DeviceRule(
            "N26-7", .systemVersion,
            "notifications can be forwarded to an accessory of another manufacturer",
            .reported("press reports"),
            .notModelled("this requires an accessory; the phone itself behaves in the same way")),
        DeviceRule(
            "N26-8", .systemVersion,
            "iOS 26 does not change the budget of background pushes",
            .chosen("Apple has published no new number")),
    ]
}
