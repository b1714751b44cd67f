// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The condition under which a local notification is due.
///
/// Times of day are the phone's local time: nine in the morning stays nine in the morning when the
/// clocks are changed or the person travels (rule `LCL-8`). A time that is skipped (start of
/// daylight saving time) is replaced by the next existing time. A time that occurs twice (end of
/// daylight saving time) is used only the first time (`LCL-10`).
public enum LocalTrigger: Hashable, Sendable, Codable {
    /// Once, at a fixed date, which is the same moment in every time zone.
    case at(Date)
    /// Once, after a duration that is counted from when the notification is planned.
    case after(Duration)
    /// Once, at a day and time, in the time zone that the phone has at that moment.
    case on(year: Int, month: Int, day: Int, hour: Int, minute: Int = 0)
    case daily(hour: Int, minute: Int = 0)
    case weekly(LocalWeekday, hour: Int, minute: Int = 0)
    /// Once a month, in each month that has the day; June, for instance, has no 31st.
    case monthly(day: Int, hour: Int, minute: Int = 0)
    /// Once a year, in each year that has the day; 29 February exists only in leap years.
    case yearly(month: Int, day: Int, hour: Int, minute: Int = 0)
    /// Repeatedly, for the first time after one interval. The interval must be at least
    /// ``everySecondsMin`` (rule `LCL-2`). The interval restarts when the schedule submits the
    /// notification to the system again.
    case every(Duration)
    /// When the person enters a region.
    case arriving(LocalRegion, repeats: Bool = false)
    /// When the person leaves a region.
    case leaving(LocalRegion, repeats: Bool = false)

    /// The shortest interval that may repeat, in seconds; Apple's framework raises an exception
    /// below it ("UNTimeIntervalNotificationTrigger").
    public static let everySecondsMin = 60.0
}

/// A day of the week, numbered as in Foundation.
public enum LocalWeekday: Int, Hashable, Sendable, Codable, CaseIterable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    /// The following day.
    var next: LocalWeekday { LocalWeekday(rawValue: rawValue % 7 + 1) ?? .sunday }
}

/// A circular region on the map.
public struct LocalRegion: Hashable, Sendable, Codable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double
    /// The radius in meters. The system does not reliably detect regions much smaller than 100 m;
    /// without the precise location, only regions of at least ``impreciseRadiusMin`` are accepted.
    public var radius: Double

    /// The minimum radius in meters of a region when Precise Location is off. The app then knows
    /// its location only to within some kilometers ("Core Location"), so smaller regions are
    /// refused. The value is Bellhop's own choice.
    public static let impreciseRadiusMin = 5000.0

    public init(latitude: Double, longitude: Double, radius: Double = 100) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
            && radius > 0 && radius.isFinite
    }
}
