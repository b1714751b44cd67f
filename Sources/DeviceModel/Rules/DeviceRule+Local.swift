// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let localRules: [DeviceRule] = [
        DeviceRule(
            "LCL-1", .local,
            "a request without a trigger is delivered immediately",
            .documented(ApplePage.request)),
        DeviceRule(
            "LCL-2", .local,
            "a time interval must exceed 0, or be at least 60 s if it repeats; the initializer "
                + "traps otherwise",
            .documented(ApplePage.intervalTrigger)),
        DeviceRule(
            "LCL-3", .local,
            "a time interval starts when the request is added and, if the trigger repeats, again "
                + "at each delivery",
            .documented(ApplePage.intervalTrigger)),
        DeviceRule(
            "LCL-4", .local,
            "a calendar trigger fires when all components that are set match",
            .documented(ApplePage.calendarTrigger)),
        DeviceRule(
            "LCL-5", .local,
            "a complete date in the past never fires and has no next date",
            .reported(Report.forums)),
        DeviceRule(
            "LCL-6", .local,
            "a request with nothing to show is refused",
            .documented(ApplePage.headers)),
        DeviceRule(
            "LCL-7", .local,
            "the next date of a pending time interval is its fire date; before the request is "
                + "added, the next date is now plus the interval",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-8", .local,
            "date components without a time zone follow the phone's time zone; date components "
                + "with a time zone do not",
            .reported(Report.engineer)),
        DeviceRule(
            "LCL-9", .local,
            "a time interval is not affected by changes of the clock or the time zone",
            .chosen("Apple does not document this")),
        DeviceRule(
            "LCL-10", .local,
            "a notification for a time that the clock skips fires at the next valid time; if a "
                + "time occurs twice, the notification fires once, the first time",
            .chosen("Apple does not document this")),
        DeviceRule(
            "LCL-11", .local,
            "pending requests survive a restart, an update and a force-quit, but not the app's "
                + "deletion",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-12", .local,
            "the system keeps the 64 soonest pending requests of an app and discards the others",
            .documented(ApplePage.localNotification)),
        DeviceRule(
            "LCL-13", .local,
            "a region trigger needs permission to use the location, and precise location for a "
                + "small region",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-14", .local,
            "notifyOnEntry and notifyOnExit select the crossings that count; unless the trigger "
                + "repeats, it fires only at the first of these crossings",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-15", .local,
            "a crossing counts when the phone has stayed beyond the boundary for some time, not "
                + "immediately",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-16", .local,
            "the number of regions that the phone monitors is limited",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-17", .local,
            "after a restart, regions are monitored from the first unlock",
            .documented(ApplePage.monitoringRegions)),
        DeviceRule(
            "LCL-18", .local,
            "delivering a local notification does not start the app",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LCL-19", .local,
            "a remote notification has the trigger UNPushNotificationTrigger, which does not "
                + "repeat; local notifications never have it",
            .documented(ApplePage.pushTrigger)),
        DeviceRule(
            "LCL-20", .local,
            "requests can be added in the background and by extensions",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-21", .local,
            "requests are processed one by one in the order of the calls, from any thread",
            .documented(ApplePage.center)),
        DeviceRule(
            "LCL-22", .local,
            "a repeating request stays pending after delivery; any other request is removed",
            .documented(ApplePage.center)),
        DeviceRule(
            "LCL-23", .local,
            "while the app is in the background, a delivery is near the fire date, not exactly on "
                + "it",
            .reported(Report.experience)),
    ]
}
