// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let storeRules: [DeviceRule] = [
        DeviceRule(
            "SF-1", .store,
            "APNs keeps a push for a phone that is away, up to 30 days or its expiration",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-2", .store,
            "expiration 0 is tried once and never kept",
            .documented(ApplePage.sending), .service),
        DeviceRule(
            "SF-3", .store,
            "one push of an app is kept for each phone, usually the newest",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-4", .store,
            "APNs keeps several for each bundle identifier, says a later list of changes",
            .documented(ApplePage.updates), .service),
        DeviceRule(
            "SF-5", .store,
            "on return APNs sends what has not expired, in no promised order",
            .documented(ApplePage.sending), .service),
        DeviceRule(
            "SF-6", .store,
            "a phone that saves power gets them when it may; priority 10 comes at once",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-7", .store,
            "of what expired meanwhile the app is not told",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "SF-8", .store,
            "a collapse identifier replaces what is shown, as it replaces what waits",
            .documented(ApplePage.sending)),
        DeviceRule(
            "SF-9", .store,
            "a phone that is online gets every push by itself, many in a row too",
            .documented(ApplePage.responses)),
        DeviceRule(
            "SF-10", .store,
            "a channel without storage loses what is sent meanwhile, one with storage keeps the "
                + "newest",
            .documented(ApplePage.channelRequests), .service),
        DeviceRule(
            "SF-11", .store,
            "between a restart and the first unlock pushes come, but protected files are closed",
            .reported(Report.experience)),
    ]

    static let linksRules: [DeviceRule] = [
        DeviceRule(
            "LNK-1", .links,
            "a notification has no link of its own; the app finds its way from userInfo",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-2", .links,
            "target-content-id names the window to bring up, and the response tells it",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LNK-3", .links,
            "the response of a cold start may come before the first view",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-4", .links,
            "one Settings address opens the app's page, another its page for notifications",
            .documented(ApplePage.settingsAddress)),
        DeviceRule(
            "LNK-5", .links,
            "openSettingsFor brings the app up; it names the notification, and none from Settings",
            .documented(ApplePage.ownSettings)),
        DeviceRule(
            "LNK-6", .links,
            "opening the app by its icon leaves badge and list",
            .reported(Report.experience)),
        DeviceRule(
            "LNK-7", .links,
            "a badge taken to zero may clear the list",
            .reported(Report.vendors)),
        DeviceRule(
            "LNK-8", .links,
            "launch-image changes the picture of the launch and nothing else",
            .documented(ApplePage.generating)),
    ]

    static let systemVersionRules: [DeviceRule] = [
        DeviceRule(
            "N26-1", .systemVersion,
            "iOS 26 brings no new symbol; levels, options and background rules stay as they were",
            .documented(ApplePage.framework)),
        DeviceRule(
            "N26-2", .systemVersion,
            "since iOS 26 an activity can be scheduled and is pending until then",
            .documented(ApplePage.activity)),
        DeviceRule(
            "N26-3", .systemVersion,
            "AlarmKit brings alarms with a permission of their own",
            .documented(ApplePage.alarmKit),
            .notModelled("AlarmKit is another framework; its alarms are no notifications")),
        DeviceRule(
            "N26-4", .systemVersion,
            "a push of type widgets reloads the app's widgets and shows nothing",
            .documented(ApplePage.sending)),
        DeviceRule(
            "N26-5", .systemVersion,
            "since 26.4 a VoIP push says whether it must be reported as a call",
            .documented(ApplePage.pushKit)),
        DeviceRule(
            "N26-6", .systemVersion,
            "summaries and priorities of Apple Intelligence change what is shown first",
            .reported("press reports and push vendors"),
            .notModelled("there is no interface to it, and a language model chooses")),
        DeviceRule(
            "N26-7", .systemVersion,
            "notifications can be forwarded to an accessory of another maker",
            .reported("press reports"),
            .notModelled("needs an accessory; the phone itself does the same")),
        DeviceRule(
            "N26-8", .systemVersion,
            "iOS 26 gives background pushes the budget they had",
            .chosen("Apple publishes no new number")),
    ]
}
