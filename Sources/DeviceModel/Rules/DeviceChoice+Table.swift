// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DeviceChoice {
    /// Chosen rules without a switch, and the reason.
    public static let withoutSwitch: [(rule: RuleID, reason: String)] = [
        ("LT-8", "it has the same switch as LC-9"),
        ("INT-4", "without the entitlement, active is the only level left"),
        ("LOC-5", "there is no value for a placeholder without an argument"),
        ("LCL-9", "a time interval is a duration and does not depend on the clock"),
        ("N26-8", "the numbers are those of SIL-3 and SIL-5"),
    ]

    /// Every switch of ``DeviceChoices``, in its order.
    public static let table: [DeviceChoice] = [
        DeviceChoice(
            "badge_zero_clears_list", "BDG-5", "true",
            "a push that sets the badge to 0 clears the app's list",
            otherwise: "the list stays"),
        DeviceChoice(
            "icon_badge_zero_clears_list", "BDG-5", "true",
            "applicationIconBadgeNumber = 0 clears the app's list",
            otherwise: "the list stays"),
        DeviceChoice(
            "set_badge_count_zero_clears_list", "BDG-5", "false",
            "setBadgeCount(0) does not clear the app's list",
            otherwise: "it clears the list"),
        DeviceChoice(
            "set_badge_without_permission_fails", "BDG-8", "true",
            "setBadgeCount without permission for badges fails with an error",
            otherwise: "it succeeds"),
        DeviceChoice(
            "will_present_runs_first", "FG-10", "true",
            "willPresent runs before the background callback",
            otherwise: "it runs afterwards"),
        DeviceChoice(
            "will_present_seconds_max", "FG-8", "30",
            "the number of seconds after which a pending willPresent counts as having returned no "
                + "options",
            otherwise: "any number"),
        DeviceChoice(
            "empty_push_reaches_app_in_use", "LC-9", "true",
            "a push with nothing to show runs the callback of an app in the foreground",
            otherwise: "nothing runs"),
        DeviceChoice(
            "unasked_push_reaches_app_in_use", "LC-20", "true",
            "an app in the foreground that never requested permission gets the payload",
            otherwise: "nothing runs"),
        DeviceChoice(
            "keeps_permission_on_reinstall", "AUTH-15", "false",
            "an app that is deleted and installed again must request permission again",
            otherwise: "it keeps its permission"),
        DeviceChoice(
            "reinstall_makes_new_token", "REG-6", "true",
            "an app that is deleted and installed again gets a new token",
            otherwise: "it keeps the old one"),
        DeviceChoice(
            "registration_fails_offline", "REG-12", "false",
            "registering without a network waits until there is one",
            otherwise: "it fails at once"),
        DeviceChoice(
            "action_launches_force_quit_app", "RSP-6", "true",
            "a background action starts an app that was force-quit",
            otherwise: "a background action does not start it"),
        DeviceChoice(
            "response_seconds_max", "RSP-14", "30",
            "the number of seconds that an app may take to handle a response",
            otherwise: "any number"),
        DeviceChoice(
            "extension_runs_serially", "NSE-14", "true",
            "the service extension handles the pushes of an app one after another",
            otherwise: "it handles them at the same time"),
        DeviceChoice(
            "extension_memory_megabytes_max", "NSE-7", "24",
            "the number of megabytes that a service extension may use",
            otherwise: "any number"),
        DeviceChoice(
            "extension_start_seconds_max", "NSE-8", "5",
            "the number of seconds that a service extension may take to start",
            otherwise: "any number"),
        DeviceChoice(
            "invalid_attachment_drops_changes", "ATT-4", "false",
            "an invalid attachment is removed; the extension's other changes apply",
            otherwise: "none of its changes apply"),
        DeviceChoice(
            "attachment_megabytes_max", "ATT-7", "200",
            "the number of megabytes that the attachments of an app may use in the store",
            otherwise: "any number"),
        DeviceChoice(
            "plain_text_wins_over_key", "LOC-3", "false",
            "a localization key that the app has is shown instead of the plain text",
            otherwise: "the plain text is shown"),
        DeviceChoice(
            "low_power_holds_background_pushes", "SIL-9", "true",
            "Low Power Mode holds the newest background push",
            otherwise: "it is delivered"),
        DeviceChoice(
            "background_pushes_per_hour", "SIL-3", "3",
            "the number of background pushes that may wake an app in an hour",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "background_pushes_per_day", "SIL-5", "30",
            "the number of background pushes that may wake an app in a day",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "overrun_costs_wakes", "SIL-6", "1",
            "the number of additional wakes that are counted for a background run over its time "
                + "limit",
            otherwise: "any number"),
        DeviceChoice(
            "no_data_costs_wakes", "SIL-12", "0",
            "the number of additional wakes that are counted for a background run without new data",
            otherwise: "any number"),
        DeviceChoice(
            "background_refresh_minutes", "SIL-8", "60",
            "the number of minutes until the system grants a request for background app refresh",
            otherwise: "any number; 0 means that the system never grants it by itself"),
        DeviceChoice(
            "voip_failures_max", "LC-10", "3",
            "the number of VoIP pushes in a row without a reported call after which no more are "
                + "delivered",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "past_date_is_accepted", "LCL-5", "false",
            "a request for a date in the past is refused",
            otherwise: "it is accepted and never fires"),
        DeviceChoice(
            "repeated_hour_fires_first", "LCL-10", "true",
            "a time that occurs twice (end of daylight saving time) fires the first time",
            otherwise: "it fires the second time"),
        DeviceChoice(
            "region_dwell_seconds", "LCL-15", "20",
            "the number of seconds that the phone must stay across a boundary",
            otherwise: "any number"),
        DeviceChoice(
            "region_margin_metres", "LCL-15", "0",
            "the number of metres beyond a region's edge from which a crossing counts",
            otherwise: "any number"),
        DeviceChoice(
            "region_count_max", "LCL-16", "20",
            "the number of regions that the phone monitors for an app",
            otherwise: "any number"),
        DeviceChoice(
            "empty_reply_is_sent", "ACT-6", "true",
            "a text action can be sent without a text",
            otherwise: "a text is required"),
        DeviceChoice(
            "equal_timestamp_is_ignored", "LA-5", "true",
            "an activity's update with the same timestamp as the previous update is ignored",
            otherwise: "it is applied"),
        DeviceChoice(
            "activities_per_app", "LA-22", "5",
            "the number of Live Activities that an app may have",
            otherwise: "any number"),
        DeviceChoice(
            "activity_updates_per_hour", "LA-25", "10",
            "the number of updates of priority 10 that an activity gets in an hour",
            otherwise: "any number"),
        DeviceChoice(
            "frequent_updates_factor", "LA-25", "5",
            "the factor by which frequent updates multiply the hourly number of updates",
            otherwise: "any number"),
    ]
}
