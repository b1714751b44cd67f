// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let liveActivitiesRules: [DeviceRule] = [
        DeviceRule(
            "LA-1", .liveActivities,
            "an app in the foreground, an intent or a push starts an activity, or the system "
                + "starts it at a scheduled date",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-2", .liveActivities,
            "a Live Activity requires NSSupportsLiveActivities, and Live Activities turned on in "
                + "Settings; starting a Live Activity shows no prompt",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-3", .liveActivities,
            "APNs checks the push type, topic and priority of an update",
            .documented(ApplePage.activityPushes), .service),
        DeviceRule(
            "LA-4", .liveActivities,
            "an update has a timestamp, an event and a content state; other keys are optional",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-5", .liveActivities,
            "an update with an older timestamp than the previous update is ignored",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-6", .liveActivities,
            "if the app cannot decode a content state, the previous one stays",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-7", .liveActivities,
            "a push with attributes, content state and alert starts an activity and runs the app",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-8", .liveActivities,
            "a broadcast cannot start an activity",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-9", .liveActivities,
            "an activity gets its token some time after its start, and the token may change; each "
                + "attributes type has a push-to-start token",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-10", .liveActivities,
            "an activity that has ended ignores updates",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-11", .liveActivities,
            "after its stale date, an activity is stale and remains on the screen",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-12", .liveActivities,
            "an ended activity stays until its dismissal date, for at most 4 hours",
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
            "attributes and content state together have at most 4 KB",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-16", .liveActivities,
            "a budget limits updates of priority 10, but not updates of priority 5",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-17", .liveActivities,
            "NSSupportsLiveActivitiesFrequentUpdates raises the budget, unless the person switches "
                + "off frequent updates",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-18", .liveActivities,
            "an alert in an update lights up the screen or expands the Dynamic Island",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-19", .liveActivities,
            "the activity with the highest relevance comes first; among equals, the activity that "
                + "started first",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LA-20", .liveActivities,
            "an activity may follow a channel, which outlives the activity; with an invalid "
                + "channel the activity cannot start",
            .documented(ApplePage.broadcastSetup)),
        DeviceRule(
            "LA-21", .liveActivities,
            "broadcasts have their own endpoint, and each broadcast names its channel",
            .documented(ApplePage.broadcastRequests), .service),
        DeviceRule(
            "LA-22", .liveActivities,
            "the number of an app's activities is limited",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-23", .liveActivities,
            "an activity is pending, active, stale, ended or dismissed",
            .documented(ApplePage.activity)),
        DeviceRule(
            "LA-24", .liveActivities,
            "an app can schedule an activity, and a transient activity ends when the phone is "
                + "locked",
            .documented(ApplePage.activities)),
        DeviceRule(
            "LA-25", .liveActivities,
            "the budget is 10 updates of priority 10 an hour, or five times that with frequent "
                + "updates",
            .chosen("Apple has not published a number")),
    ]
}
