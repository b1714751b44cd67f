// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// When a local notification is due.
///
/// Times of day are the phone's: nine in the morning stays nine in the morning when the clocks are
/// changed or the person travels (rule `LCL-8`). A time that the clocks skip counts at the next
/// time there is; one that they repeat counts once, the first time (`LCL-10`).
public enum LocalTrigger: Hashable, Sendable, Codable {
    /// At one moment, the same all over the world.
    case at(Date)
    /// Some time from when it is planned.
    case after(Duration)
    /// Once, at a day and time wherever the phone is then.
    case on(year: Int, month: Int, day: Int, hour: Int, minute: Int = 0)
    case daily(hour: Int, minute: Int = 0)
    case weekly(LocalWeekday, hour: Int, minute: Int = 0)
    /// Each month that has the day: there is no 31 June.
    case monthly(day: Int, hour: Int, minute: Int = 0)
    /// Each year that has the day: 29 February comes every fourth.
    case yearly(month: Int, day: Int, hour: Int, minute: Int = 0)
    /// Again and again, first after this time; at least ``everySecondsMin`` (rule `LCL-2`). The
    /// beat starts anew when the schedule hands it to the system again.
    case every(Duration)
    /// When the person comes to a place.
    case arriving(LocalRegion, repeats: Bool = false)
    /// When the person leaves a place.
    case leaving(LocalRegion, repeats: Bool = false)

    /// The shortest interval that may repeat; Apple's framework raises an exception below it
    /// ("UNTimeIntervalNotificationTrigger").
    public static let everySecondsMin = 60.0
}

/// A day of the week, numbered as Foundation does.
public enum LocalWeekday: Int, Hashable, Sendable, Codable, CaseIterable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    /// The day after.
    var next: LocalWeekday { LocalWeekday(rawValue: rawValue % 7 + 1) ?? .sunday }
}

/// A circle on the map.
public struct LocalRegion: Hashable, Sendable, Codable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double
    /// Meters. The system does not notice circles much under 100 m reliably; without the exact
    /// location only those of ``impreciseRadiusMin`` and more.
    public var radius: Double

    /// Without Precise Location an app knows an area of some kilometers ("Core Location"); smaller
    /// circles than this, in meters, are refused then. Chosen.
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
