// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DeviceChoice {
    /// The rules that Bellhop chose and that have no switch, each with the reason why it has none.
    public static let withoutSwitch: [(rule: RuleID, reason: String)] = [
        ("LT-8", "the switch for rule LC-9 also controls this rule"),
        ("INT-4", "without the entitlement, the phone can use no level other than active"),
        ("LOC-5", "no value exists that the phone could insert"),
        ("LCL-9", "a time interval is a duration, which a change of the clock does not affect"),
        ("N26-8", "the switches for the rules SIL-3 and SIL-5 contain the numbers"),
    ]

    /// Every switch of ``DeviceChoices``, in the order of declaration.
    public static let table: [DeviceChoice] = [
        DeviceChoice(
            "badge_zero_clears_list", "BDG-5", "true",
            "a push that sets the badge to 0 clears the app's list",
            otherwise: "the app's notifications stay in the list"),
        DeviceChoice(
            "icon_badge_zero_clears_list", "BDG-5", "true",
            "applicationIconBadgeNumber = 0 clears the app's list",
            otherwise: "the app's notifications stay in the list"),
        DeviceChoice(
            "set_badge_count_zero_clears_list", "BDG-5", "false",
            "setBadgeCount(0) does not clear the app's list",
            otherwise: "setBadgeCount(0) clears the app's list"),
        DeviceChoice(
            "set_badge_without_permission_fails", "BDG-8", "true",
            "setBadgeCount without permission for badges fails with an error",
            otherwise: "setBadgeCount succeeds"),
        DeviceChoice(
            "will_present_runs_first", "FG-10", "true",
            "willPresent runs before the background callback",
            otherwise: "willPresent runs after the background callback"),
        DeviceChoice(
            "will_present_seconds_max", "FG-8", "30",
            "the number of seconds after which a willPresent that has not returned counts as "
                + "having returned no options",
            otherwise: "any number"),
        DeviceChoice(
            "empty_push_reaches_app_in_use", "LC-9", "true",
            "a push with nothing to show runs the callback of an app in the foreground",
            otherwise: "the push runs no callback"),
        DeviceChoice(
            "unasked_push_reaches_app_in_use", "LC-20", "true",
            "a push to an app in the foreground that has never requested permission passes the "
                + "payload to the app",
            otherwise: "the push runs no callback"),
        DeviceChoice(
            "keeps_permission_on_reinstall", "AUTH-15", "false",
            "an app that is deleted and installed again must request permission again",
            otherwise: "the app keeps its permission"),
        DeviceChoice(
            "reinstall_makes_new_token", "REG-6", "true",
            "an app that is deleted and installed again gets a new token",
            otherwise: "the app keeps its old token"),
        DeviceChoice(
            "registration_fails_offline", "REG-12", "false",
            "an app that registers without a network gets its token when the phone is online",
            otherwise: "registration fails immediately"),
        DeviceChoice(
            "action_launches_force_quit_app", "RSP-6", "true",
            "a background action starts an app that was force-quit",
            otherwise: "a background action does not start an app that was force-quit"),
        DeviceChoice(
            "response_seconds_max", "RSP-14", "30",
            "the number of seconds that an app may take to handle a response",
            otherwise: "any number"),
        DeviceChoice(
            "extension_runs_serially", "NSE-14", "true",
            "the service extension handles the pushes of an app one at a time",
            otherwise: "the service extension handles several pushes of an app at the same time"),
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
            otherwise: "none of the extension's changes apply"),
        DeviceChoice(
            "attachment_megabytes_max", "ATT-7", "200",
            "the number of megabytes that the attachments of an app may use in the system's store",
            otherwise: "any number"),
        DeviceChoice(
            "plain_text_wins_over_key", "LOC-3", "false",
            "if the app has the string of a localization key, that string replaces the plain text",
            otherwise: "the plain text is shown nevertheless"),
        DeviceChoice(
            "low_power_holds_background_pushes", "SIL-9", "true",
            "Low Power Mode holds the newest background push",
            otherwise: "Low Power Mode does not delay background pushes"),
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
            "the number of additional wakes that are counted when a background callback exceeds "
                + "its time limit",
            otherwise: "any number"),
        DeviceChoice(
            "no_data_costs_wakes", "SIL-12", "0",
            "the number of additional wakes that are counted when a background callback reports no "
                + "new data",
            otherwise: "any number"),
        DeviceChoice(
            "background_refresh_minutes", "SIL-8", "60",
            "the number of minutes until the system grants a request for background app refresh",
            otherwise: "any number; with 0, the system grants a request only when a command asks "
                + "it to"),
        DeviceChoice(
            "voip_failures_max", "LC-10", "3",
            "the number of consecutive VoIP pushes without a reported call after which the system "
                + "delivers no more",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "past_date_is_accepted", "LCL-5", "false",
            "a local notification whose date is in the past is refused",
            otherwise: "the request is accepted, but never fires"),
        DeviceChoice(
            "repeated_hour_fires_first", "LCL-10", "true",
            "a notification for a time that occurs twice (end of daylight saving time) fires at "
                + "the first occurrence",
            otherwise: "the notification fires at the second occurrence"),
        DeviceChoice(
            "region_dwell_seconds", "LCL-15", "20",
            "the number of seconds for which the phone must stay beyond a region's boundary before "
                + "the crossing counts",
            otherwise: "any number"),
        DeviceChoice(
            "region_margin_metres", "LCL-15", "0",
            "the distance in metres by which the phone must pass a region's boundary before the "
                + "crossing counts",
            otherwise: "any number"),
        DeviceChoice(
            "region_count_max", "LCL-16", "20",
            "the number of regions that the phone monitors for an app",
            otherwise: "any number"),
        DeviceChoice(
            "empty_reply_is_sent", "ACT-6", "true",
            "the person can send a text-input action without text",
            otherwise: "the person must enter text"),
        DeviceChoice(
            "equal_timestamp_is_ignored", "LA-5", "true",
            "an activity's update with the same timestamp as the previous update is ignored",
            otherwise: "the update is applied nevertheless"),
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
            "the factor by which the frequent-updates setting multiplies the hourly number of "
                + "updates",
            otherwise: "any number"),
    ]
}
