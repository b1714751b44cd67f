// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let liveActivitiesRules: [DeviceRule] = [
        DeviceRule(
            "LA-1", .liveActivities,
            "the app in use, an intent, a push or a date starts an activity",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-2", .liveActivities,
            "it needs NSSupportsLiveActivities and the person's switch, and asks nothing",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-3", .liveActivities,
            "push type, topic and priority of an update are checked before it is sent",
            .documented(ApplePage.activityPushes), .service),
        DeviceRule(
            "LA-4", .liveActivities,
            "an update has a timestamp, an event and a content state; other keys are optional",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-5", .liveActivities,
            "an update with an older timestamp than the last one is ignored",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-6", .liveActivities,
            "a content state that the app cannot decode leaves the one before",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-7", .liveActivities,
            "a push starts an activity with attributes, state and alert, and runs the app",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-8", .liveActivities,
            "a broadcast cannot start an activity",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-9", .liveActivities,
            "an activity gets its token later and may get another; a type has a token to start by",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-10", .liveActivities,
            "updates after the end are ignored",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-11", .liveActivities,
            "after its stale date an activity is stale and stays",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-12", .liveActivities,
            "an ended activity stays until its dismissal date, 4 hours at most",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-13", .liveActivities,
            "an activity ends after 8 hours and leaves the Lock Screen 4 hours later",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-14", .liveActivities,
            "an activity that the person or the system removed is dismissed",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-15", .liveActivities,
            "attributes and state have 4 KB at most",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-16", .liveActivities,
            "updates of priority 10 have a budget, those of priority 5 have none",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-17", .liveActivities,
            "the key for frequent updates raises the budget, unless the person says no",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-18", .liveActivities,
            "an alert in an update lights the screen or expands the Dynamic Island",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-19", .liveActivities,
            "the highest relevance comes first; of equals the one that started first",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-20", .liveActivities,
            "an activity may listen to a channel, which outlives it; an unknown one fails the "
                + "start",
            .documented(ApplePage.broadcastSetup)),
        DeviceRule(
            "LA-21", .liveActivities,
            "a broadcast is sent to an address of its own, with a channel",
            .documented(ApplePage.broadcastRequests), .service),
        DeviceRule(
            "LA-22", .liveActivities,
            "an app may have several activities, not any number",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-23", .liveActivities,
            "an activity is pending, active, stale, ended or dismissed",
            .documented(ApplePage.activity)),
        DeviceRule(
            "LA-24", .liveActivities,
            "an activity can be scheduled, and a transient one ends with the lock",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-25", .liveActivities,
            "10 updates of priority 10 an hour, five times that with frequent updates",
            .chosen("Apple publishes no number")),
    ]
}
