// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The phone's behaviour where Apple's documentation is silent; each choice belongs to a rule that
/// has the grade `chosen`.
///
/// In JSON, a missing key has its default, so a file contains only the differences.
public struct DeviceChoices: Hashable, Sendable, Codable {
    /// `BDG-5`: whether a push that changes a badge to 0 clears the app's list in Notification
    /// Center.
    public var badgeZeroClearsList: Bool = true
    /// `BDG-5`: whether `applicationIconBadgeNumber = 0` clears the list too.
    public var iconBadgeZeroClearsList: Bool = true
    /// `BDG-5`: whether `setBadgeCount(0)` clears the list too.
    public var setBadgeCountZeroClearsList: Bool = false
    /// `BDG-8`: whether `setBadgeCount` without badge permission ends with an error.
    public var setBadgeWithoutPermissionFails: Bool = true
    /// `FG-10`: whether `willPresent` runs before the background callback rather than after it.
    public var willPresentRunsFirst: Bool = true
    /// `FG-8`: how many seconds `willPresent` may take; after that, the phone continues as if
    /// `willPresent` had returned no options.
    public var willPresentSecondsMax: Int = 30
    /// `LC-9`: whether a push with nothing to show runs the background callback of the foreground
    /// app.
    public var emptyPushReachesAppInUse: Bool = true
    /// `LC-20`: whether a foreground app that never requested permission still receives its pushes.
    public var unaskedPushReachesAppInUse: Bool = true
    /// `AUTH-15`: whether an app that is deleted and installed again keeps its permission.
    public var keepsPermissionOnReinstall: Bool = false
    /// `REG-6`: whether an app that is deleted and installed again gets a new token.
    public var reinstallMakesNewToken: Bool = true
    /// `REG-12`: whether registering without a network fails immediately instead of waiting.
    public var registrationFailsOffline: Bool = false
    /// `RSP-6`: whether a background action starts an app that was force-quit.
    public var actionLaunchesForceQuitApp: Bool = true
    /// `RSP-14`: how many seconds the handling of a response may take.
    public var responseSecondsMax: Int = 30
    /// `NSE-14`: whether the service extension handles the pushes of an app in sequence.
    public var extensionRunsSerially: Bool = true
    /// `NSE-7`: the memory limit of a service extension, in megabytes.
    public var extensionMemoryMegabytesMax: Int = 24
    /// `NSE-8`: how many seconds a service extension may take to start.
    public var extensionStartSecondsMax: Int = 5
    /// `ATT-4`: whether an invalid attachment drops all changes of the extension rather than only
    /// this attachment.
    public var invalidAttachmentDropsChanges: Bool = false
    /// `ATT-7`: the size limit of the attachments of one app, in megabytes.
    public var attachmentMegabytesMax: Int = 200
    /// `LOC-3`: whether the plain text is shown even if the app has a string for the key.
    public var plainTextWinsOverKey: Bool = false
    /// `SIL-9`: whether Low Power Mode holds silent pushes.
    public var lowPowerHoldsBackgroundPushes: Bool = true
    /// `SIL-3`: how many silent pushes may wake an app in an hour; 0 for no limit.
    public var backgroundPushesPerHour: Int = 3
    /// `SIL-5`: how many silent pushes may wake an app in a day; 0 for no limit.
    public var backgroundPushesPerDay: Int = 30
    /// `SIL-6`: how many additional wakes are counted for a background run that took too long.
    public var overrunCostsWakes: Int = 1
    /// `SIL-12`: how many additional wakes are counted for a background run without new data.
    public var noDataCostsWakes: Int = 0
    /// `SIL-8`: how many minutes after an app's request the system grants background app refresh,
    /// if the request names no later date; 0 disables background app refresh.
    public var backgroundRefreshMinutes: Int = 60
    /// `LC-10`: how many VoIP pushes in a row may lack a report of a call before later VoIP pushes
    /// are discarded.
    public var voipFailuresMax: Int = 3
    /// `LCL-5`: whether a request for a past date is silently accepted instead of rejected.
    public var pastDateIsAccepted: Bool = false
    /// `LCL-10`: whether a trigger for a time that occurs twice (end of daylight saving time) fires
    /// at the first occurrence rather than the second.
    public var repeatedHourFiresFirst: Bool = true
    /// `LCL-15`: how many seconds the phone must stay beyond a region's edge before a crossing is
    /// confirmed.
    public var regionDwellSeconds: Int = 20
    /// `LCL-15`: how many metres beyond a region's edge the phone must be for a crossing to begin.
    public var regionMarginMetres: Int = 0
    /// `LCL-16`: how many regions of an app the phone monitors.
    public var regionCountMax: Int = 20
    /// `ACT-6`: whether a text action can be sent without a text.
    public var emptyReplyIsSent: Bool = true
    /// `LA-5`: whether a Live Activity update with the same timestamp as the previous update is
    /// ignored.
    public var equalTimestampIsIgnored: Bool = true
    /// `LA-22`: how many Live Activities an app may have.
    public var activitiesPerApp: Int = 5
    /// `LA-25`: how many updates of priority 10 an activity gets in an hour.
    public var activityUpdatesPerHour: Int = 10
    /// `LA-25`: the factor by which frequent updates multiply the hourly number of updates.
    public var frequentUpdatesFactor: Int = 5

    public init() {}

    enum CodingKeys: String, CodingKey {
        case badgeZeroClearsList = "badge_zero_clears_list"
        case iconBadgeZeroClearsList = "icon_badge_zero_clears_list"
        case setBadgeCountZeroClearsList = "set_badge_count_zero_clears_list"
        case setBadgeWithoutPermissionFails = "set_badge_without_permission_fails"
        case willPresentRunsFirst = "will_present_runs_first"
        case willPresentSecondsMax = "will_present_seconds_max"
        case emptyPushReachesAppInUse = "empty_push_reaches_app_in_use"
        case unaskedPushReachesAppInUse = "unasked_push_reaches_app_in_use"
        case keepsPermissionOnReinstall = "keeps_permission_on_reinstall"
        case reinstallMakesNewToken = "reinstall_makes_new_token"
        case registrationFailsOffline = "registration_fails_offline"
        case actionLaunchesForceQuitApp = "action_launches_force_quit_app"
        case responseSecondsMax = "response_seconds_max"
        case extensionRunsSerially = "extension_runs_serially"
        case extensionMemoryMegabytesMax = "extension_memory_megabytes_max"
        case extensionStartSecondsMax = "extension_start_seconds_max"
        case invalidAttachmentDropsChanges = "invalid_attachment_drops_changes"
        case attachmentMegabytesMax = "attachment_megabytes_max"
        case plainTextWinsOverKey = "plain_text_wins_over_key"
        case lowPowerHoldsBackgroundPushes = "low_power_holds_background_pushes"
        case backgroundPushesPerHour = "background_pushes_per_hour"
        case backgroundPushesPerDay = "background_pushes_per_day"
        case overrunCostsWakes = "overrun_costs_wakes"
        case noDataCostsWakes = "no_data_costs_wakes"
        case backgroundRefreshMinutes = "background_refresh_minutes"
        case voipFailuresMax = "voip_failures_max"
        case pastDateIsAccepted = "past_date_is_accepted"
        case repeatedHourFiresFirst = "repeated_hour_fires_first"
        case regionDwellSeconds = "region_dwell_seconds"
        case regionMarginMetres = "region_margin_metres"
        case regionCountMax = "region_count_max"
        case emptyReplyIsSent = "empty_reply_is_sent"
        case equalTimestampIsIgnored = "equal_timestamp_is_ignored"
        case activitiesPerApp = "activities_per_app"
        case activityUpdatesPerHour = "activity_updates_per_hour"
        case frequentUpdatesFactor = "frequent_updates_factor"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
            if let found = try values.decodeIfPresent(Value.self, forKey: key) { value = found }
        }
        try read(.badgeZeroClearsList, &badgeZeroClearsList)
        try read(.iconBadgeZeroClearsList, &iconBadgeZeroClearsList)
        try read(.setBadgeCountZeroClearsList, &setBadgeCountZeroClearsList)
        try read(.setBadgeWithoutPermissionFails, &setBadgeWithoutPermissionFails)
        try read(.willPresentRunsFirst, &willPresentRunsFirst)
        try read(.willPresentSecondsMax, &willPresentSecondsMax)
        try read(.emptyPushReachesAppInUse, &emptyPushReachesAppInUse)
        try read(.unaskedPushReachesAppInUse, &unaskedPushReachesAppInUse)
        try read(.keepsPermissionOnReinstall, &keepsPermissionOnReinstall)
        try read(.reinstallMakesNewToken, &reinstallMakesNewToken)
        try read(.registrationFailsOffline, &registrationFailsOffline)
        try read(.actionLaunchesForceQuitApp, &actionLaunchesForceQuitApp)
        try read(.responseSecondsMax, &responseSecondsMax)
        try read(.extensionRunsSerially, &extensionRunsSerially)
        try read(.extensionMemoryMegabytesMax, &extensionMemoryMegabytesMax)
        try read(.extensionStartSecondsMax, &extensionStartSecondsMax)
        try read(.invalidAttachmentDropsChanges, &invalidAttachmentDropsChanges)
        try read(.attachmentMegabytesMax, &attachmentMegabytesMax)
        try read(.plainTextWinsOverKey, &plainTextWinsOverKey)
        try read(.lowPowerHoldsBackgroundPushes, &lowPowerHoldsBackgroundPushes)
        try read(.backgroundPushesPerHour, &backgroundPushesPerHour)
        try read(.backgroundPushesPerDay, &backgroundPushesPerDay)
        try read(.overrunCostsWakes, &overrunCostsWakes)
        try read(.noDataCostsWakes, &noDataCostsWakes)
        try read(.backgroundRefreshMinutes, &backgroundRefreshMinutes)
        try read(.voipFailuresMax, &voipFailuresMax)
        try read(.pastDateIsAccepted, &pastDateIsAccepted)
        try read(.repeatedHourFiresFirst, &repeatedHourFiresFirst)
        try read(.regionDwellSeconds, &regionDwellSeconds)
        try read(.regionMarginMetres, &regionMarginMetres)
        try read(.regionCountMax, &regionCountMax)
        try read(.emptyReplyIsSent, &emptyReplyIsSent)
        try read(.equalTimestampIsIgnored, &equalTimestampIsIgnored)
        try read(.activitiesPerApp, &activitiesPerApp)
        try read(.activityUpdatesPerHour, &activityUpdatesPerHour)
        try read(.frequentUpdatesFactor, &frequentUpdatesFactor)
    }
}
