// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the people of a fleet do: how many of them, and how often in a day.
///
/// The numbers are chosen, to bring every rule about. They are not measured; set those of your own
/// app where they matter.
public struct FleetPeople: Hashable, Sendable, Codable {
    /// How often a phone is unlocked at most in a day; more is left out. Chosen.
    public static let sessionsPerDayMax = 500

    // MARK: Of 100 phones

    /// How many have denied the app notifications.
    public var denied = 20
    /// How many were never asked.
    public var unasked = 5
    /// How many have a provisional permission.
    public var provisional = 10
    /// How many have a scheduled summary, which the app is part of.
    public var withSummary = 10
    /// How many have turned Background App Refresh off.
    public var withoutRefresh = 10
    /// How many have put the Ring/Silent switch on silent.
    public var muted = 50
    /// How many never clear Notification Center.
    public var hoarders = 5

    // MARK: In a day

    /// How often a phone is unlocked.
    public var sessionsPerDay = 8
    /// The time for which it is in use then, in seconds, at most.
    public var sessionSecondsMax = 900

    // MARK: Of 100 days

    /// On how many a Focus is on, from 22:00 to 7:00.
    public var focusNights = 40
    /// On how many there is no network for some time.
    public var offlineDays = 20
    /// On how many the battery makes the phone go into Low Power Mode for some hours.
    public var lowPowerDays = 20
    /// On how many the app is force-quit.
    public var forceQuitDays = 10
    /// On how many the phone is switched off and on.
    public var restartDays = 2

    // MARK: Of 100 times that the phone is unlocked

    /// How often the app is opened from its icon.
    public var opens = 20
    /// How often the newest notification is tapped, if there is one.
    public var taps = 25
    /// How often the newest notification is swiped away, if there is one.
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
