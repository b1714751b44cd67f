// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DeviceChoice {
    /// Chosen rules without a switch, and the reason.
    public static let withoutSwitch: [(rule: RuleID, reason: String)] = [
        ("LT-8", "the switch is that of LC-9"),
        ("INT-4", "a refused capability leaves nothing to choose"),
        ("LOC-5", "there is nothing to put into a place without an argument"),
        ("LCL-9", "an interval is a length of time, whatever the clock says"),
        ("N26-8", "the numbers are those of SIL-3 and SIL-5"),
    ]

    /// Every switch of ``DeviceChoices``, in its order.
    public static let table: [DeviceChoice] = [
        DeviceChoice(
            "badge_zero_clears_list", "BDG-5", "true",
            "a push that takes the badge to 0 empties the app's list",
            otherwise: "the list stays"),
        DeviceChoice(
            "icon_badge_zero_clears_list", "BDG-5", "true",
            "applicationIconBadgeNumber = 0 empties the app's list",
            otherwise: "the list stays"),
        DeviceChoice(
            "set_badge_count_zero_clears_list", "BDG-5", "false",
            "setBadgeCount(0) leaves the list",
            otherwise: "it empties the list"),
        DeviceChoice(
            "set_badge_without_permission_fails", "BDG-8", "true",
            "setBadgeCount without badge permission ends with an error",
            otherwise: "it ends without one"),
        DeviceChoice(
            "will_present_runs_first", "FG-10", "true",
            "willPresent runs before the background callback",
            otherwise: "it runs after it"),
        DeviceChoice(
            "will_present_seconds_max", "FG-8", "30",
            "seconds until an unanswered willPresent counts as nothing",
            otherwise: "any number"),
        DeviceChoice(
            "empty_push_reaches_app_in_use", "LC-9", "true",
            "a push with nothing to show runs the callback of the app in use",
            otherwise: "nothing runs"),
        DeviceChoice(
            "unasked_push_reaches_app_in_use", "LC-20", "true",
            "an app in use that never asked gets the alert's payload",
            otherwise: "nothing runs"),
        DeviceChoice(
            "keeps_permission_on_reinstall", "AUTH-15", "false",
            "an app that is deleted and installed again must ask anew",
            otherwise: "it keeps the answer"),
        DeviceChoice(
            "reinstall_makes_new_token", "REG-6", "true",
            "an app that is deleted and installed again gets a new token",
            otherwise: "it gets the old one"),
        DeviceChoice(
            "registration_fails_offline", "REG-12", "false",
            "registering without a network waits for one",
            otherwise: "it fails at once"),
        DeviceChoice(
            "action_launches_force_quit_app", "RSP-6", "true",
            "a background action starts an app that was force-quit",
            otherwise: "it does not"),
        DeviceChoice(
            "response_seconds_max", "RSP-14", "30",
            "seconds that the handling of a response may take",
            otherwise: "any number"),
        DeviceChoice(
            "extension_runs_serially", "NSE-14", "true",
            "the service extension handles one push of an app after another",
            otherwise: "side by side"),
        DeviceChoice(
            "extension_memory_megabytes_max", "NSE-7", "24",
            "megabytes that a service extension may use",
            otherwise: "any number"),
        DeviceChoice(
            "extension_start_seconds_max", "NSE-8", "5",
            "seconds that a service extension may take to start",
            otherwise: "any number"),
        DeviceChoice(
            "invalid_attachment_drops_changes", "ATT-4", "false",
            "an invalid attachment is dropped and the extension's text kept",
            otherwise: "all changes are dropped"),
        DeviceChoice(
            "attachment_megabytes_max", "ATT-7", "200",
            "megabytes that the attachments of an app may take in the store",
            otherwise: "any number"),
        DeviceChoice(
            "plain_text_wins_over_key", "LOC-3", "false",
            "of a key that resolves and a plain text, the key is shown",
            otherwise: "the plain text is shown"),
        DeviceChoice(
            "low_power_holds_background_pushes", "SIL-9", "true",
            "Low Power Mode holds the newest background push",
            otherwise: "it changes nothing"),
        DeviceChoice(
            "background_pushes_per_hour", "SIL-3", "3",
            "background pushes that may wake an app in an hour",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "background_pushes_per_day", "SIL-5", "30",
            "background pushes that may wake an app in a day",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "overrun_costs_wakes", "SIL-6", "1",
            "wakes that a background run beyond its time costs besides its own",
            otherwise: "any number"),
        DeviceChoice(
            "no_data_costs_wakes", "SIL-12", "0",
            "wakes that a run without new data costs besides its own",
            otherwise: "any number"),
        DeviceChoice(
            "background_refresh_minutes", "SIL-8", "60",
            "minutes until the system grants background app refresh that an app asked for",
            otherwise: "any number; 0 for never by itself"),
        DeviceChoice(
            "voip_failures_max", "LC-10", "3",
            "VoIP pushes in a row without a call before no more of them come",
            otherwise: "any number; 0 for no limit"),
        DeviceChoice(
            "past_date_is_accepted", "LCL-5", "false",
            "a request for a date that is over is refused",
            otherwise: "it is taken and never fires"),
        DeviceChoice(
            "repeated_hour_fires_first", "LCL-10", "true",
            "in an hour that the clock repeats, the first time counts",
            otherwise: "the second"),
        DeviceChoice(
            "region_dwell_seconds", "LCL-15", "20",
            "seconds that a crossing must last",
            otherwise: "any number"),
        DeviceChoice(
            "region_margin_metres", "LCL-15", "0",
            "metres beyond a region's edge from which a crossing counts",
            otherwise: "any number"),
        DeviceChoice(
            "region_count_max", "LCL-16", "20",
            "regions that the phone watches for an app",
            otherwise: "any number"),
        DeviceChoice(
            "empty_reply_is_sent", "ACT-6", "true",
            "a text action can be sent without a text",
            otherwise: "it cannot"),
        DeviceChoice(
            "equal_timestamp_is_ignored", "LA-5", "true",
            "an activity's update with the timestamp of the last one is ignored",
            otherwise: "it is applied"),
        DeviceChoice(
            "activities_per_app", "LA-22", "5",
            "Live Activities that an app may have",
            otherwise: "any number"),
        DeviceChoice(
            "activity_updates_per_hour", "LA-25", "10",
            "updates of priority 10 that an activity gets in an hour",
            otherwise: "any number"),
        DeviceChoice(
            "frequent_updates_factor", "LA-25", "5",
            "what frequent updates multiply that number by",
            otherwise: "any number"),
    ]
}
