// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let localRules: [DeviceRule] = [
        DeviceRule(
            "LCL-1", .local,
            "a request without a trigger is delivered now",
            .documented(ApplePage.request)),
        DeviceRule(
            "LCL-2", .local,
            "an interval is above 0, and at least 60 s when it repeats; others trap",
            .documented(ApplePage.intervalTrigger)),
        DeviceRule(
            "LCL-3", .local,
            "an interval counts from the adding, and again from each delivery when it repeats",
            .documented(ApplePage.intervalTrigger)),
        DeviceRule(
            "LCL-4", .local,
            "a calendar trigger fires when the components that are there match",
            .documented(ApplePage.calendarTrigger)),
        DeviceRule(
            "LCL-5", .local,
            "a full date that is over never fires and has no next date",
            .reported(Report.forums)),
        DeviceRule(
            "LCL-6", .local,
            "a request with nothing to show is refused",
            .documented(ApplePage.headers)),
        DeviceRule(
            "LCL-7", .local,
            "an interval's next date is its fire date once it is pending, before that now plus it",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-8", .local,
            "components without a time zone follow the phone, those with one do not",
            .reported(Report.engineer)),
        DeviceRule(
            "LCL-9", .local,
            "an interval does not care for changes of clock or time zone",
            .chosen("Apple does not say")),
        DeviceRule(
            "LCL-10", .local,
            "a time that the clock skips fires at the next one, a repeated one the first time",
            .chosen("Apple does not say")),
        DeviceRule(
            "LCL-11", .local,
            "pending requests outlive restart, update and force-quit, not the app's deletion",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-12", .local,
            "64 requests of an app are pending, those that fire soonest; the others vanish",
            .documented(ApplePage.localNotification)),
        DeviceRule(
            "LCL-13", .local,
            "a region trigger needs permission for the location, precise when the region is small",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-14", .local,
            "notifyOnEntry and notifyOnExit choose the crossing; a one-shot fires at the first",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-15", .local,
            "a crossing counts when it has lasted, not at the edge",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-16", .local,
            "the number of regions that the phone watches is limited",
            .documented(ApplePage.locationTrigger)),
        DeviceRule(
            "LCL-17", .local,
            "after a restart regions are watched from the first unlock",
            .documented(ApplePage.monitoringRegions)),
        DeviceRule(
            "LCL-18", .local,
            "delivering a local notification does not start the app",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LCL-19", .local,
            "a push has the push trigger, which does not repeat; local ones never have it",
            .documented(ApplePage.pushTrigger)),
        DeviceRule(
            "LCL-20", .local,
            "requests can be added in the background and by extensions",
            .reported(Report.experience)),
        DeviceRule(
            "LCL-21", .local,
            "requests are handled one by one, in the order of the calls, from any thread",
            .documented(ApplePage.center)),
        DeviceRule(
            "LCL-22", .local,
            "a repeating request stays pending after delivery, a one-shot leaves",
            .documented(ApplePage.center)),
        DeviceRule(
            "LCL-23", .local,
            "in the background the delivery is near the fire date, not on it",
            .reported(Report.experience)),
    ]
}
