// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The behaviour of the people in a fleet, as percentages and daily counts.
///
/// The numbers are not measured: Bellhop chose them so that every rule applies at some time. If
/// your results depend on them, use the numbers of your own app.
public struct FleetPeople: Hashable, Sendable, Codable {
    /// The maximum number of unlocks of a phone in a day; further unlocks are left out. Bellhop
    /// chose this number.
    public static let sessionsPerDayMax = 500

    // MARK: Out of 100 phones

    /// The number of phones out of 100 on which the person has denied the app's notifications.
    public var denied = 20
    /// The number of phones out of 100 on which the app never requested permission.
    public var unasked = 5
    /// The number of phones out of 100 on which the app has provisional permission.
    public var provisional = 10
    /// The number of phones out of 100 with a scheduled summary that includes the app.
    public var withSummary = 10
    /// The number of phones out of 100 with Background App Refresh turned off.
    public var withoutRefresh = 10
    /// The number of phones out of 100 with the Ring/Silent switch on silent.
    public var muted = 50
    /// The number of phones out of 100 on which the person never clears Notification Center.
    public var hoarders = 5

    // MARK: Per day

    /// The number of unlocks of a phone in a day.
    public var sessionsPerDay = 8
    /// The maximum time for which a phone is used after an unlock, in seconds.
    public var sessionSecondsMax = 900

    // MARK: Out of 100 days

    /// The number of days out of 100 with a Focus from 22:00 to 7:00.
    public var focusNights = 40
    /// The number of days out of 100 with no network for some time.
    public var offlineDays = 20
    /// The number of days out of 100 with Low Power Mode for some hours, because the battery is
    /// low.
    public var lowPowerDays = 20
    /// The number of days out of 100 on which the app is force-quit.
    public var forceQuitDays = 10
    /// The number of days out of 100 on which the phone is restarted.
    public var restartDays = 2

    // MARK: Out of 100 unlocks

    /// The number of unlocks out of 100 after which the app is opened from its icon.
    public var opens = 20
    /// The number of unlocks out of 100 after which the newest notification is tapped, if there is
    /// one.
    public var taps = 25
    /// The number of unlocks out of 100 after which the newest notification is swiped away, if
    /// there is one.
    public var dismissals = 15

    enum CodingKeys: String, CodingKey {
        case denied, unasked, provisional, muted, hoarders, opens, taps, dismissals
        case withSummary = "with_summary"
        case withoutRefresh = "without_refresh"
        case sessionsPerDay = "sessions_per_day"
        case sessionSecondsMax = "session_seconds_max"
        case focusNights = "focus_nights"
        case offlineDays = "offline_days"
        case lowPowerDays = "low_power_days"
        case forceQuitDays = "force_quit_days"
        case restartDays = "restart_days"
    }

    public init() {}
}
