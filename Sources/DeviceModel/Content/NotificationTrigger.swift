// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The condition under which a notification is delivered. Source: `UNNotificationTrigger` and its
/// subclasses.
public enum NotificationTrigger: Hashable, Sendable, Codable {
    /// The notification arrived from APNs.
    case push
    /// Fires after this many seconds, which must be above 0; a repeating trigger needs at least 60
    /// seconds.
    case interval(seconds: Double, repeats: Bool)
    /// Fires when the date matches the components that are present.
    indirect case calendar(DateMatch, repeats: Bool)
    /// Fires when the phone enters or leaves a region.
    indirect case location(Region, repeats: Bool)

    public var repeats: Bool {
        switch self {
        case .push: false
        case .interval(_, let repeats), .calendar(_, let repeats), .location(_, let repeats):
            repeats
        }
    }
}

/// The components of a date that a calendar trigger compares. Source: `DateComponents`.
public struct DateMatch: Hashable, Sendable, Codable {
    public var era: Int?
    public var year: Int?
    public var month: Int?
    public var day: Int?
    public var hour: Int?
    public var minute: Int?
    public var second: Int?
    /// The day of the week; 1 is Sunday.
    public var weekday: Int?
    public var weekdayOrdinal: Int?
    public var weekOfMonth: Int?
    public var weekOfYear: Int?
    public var yearForWeekOfYear: Int?
    public var quarter: Int?
    public var dayOfYear: Int?
    /// The time zone as an IANA name, for instance `Europe/Berlin`; `nil` uses the phone's time
    /// zone (`LCL-8`).
    public var timeZone: String?

    enum CodingKeys: String, CodingKey {
        case era, year, month, day, hour, minute, second, weekday, quarter
        case weekdayOrdinal = "weekday_ordinal"
        case weekOfMonth = "week_of_month"
        case weekOfYear = "week_of_year"
        case yearForWeekOfYear = "year_for_week_of_year"
        case dayOfYear = "day_of_year"
        case timeZone = "time_zone"
    }

    public init(
        year: Int? = nil, month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil,
        second: Int? = nil, weekday: Int? = nil, timeZone: String? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.weekday = weekday
        self.timeZone = timeZone
    }
}

/// A circle on the map. Source: `CLCircularRegion`.
public struct Region: Hashable, Sendable, Codable, Identifiable {
    public var id: String
    public var centre: Coordinate
    /// The radius in metres, above 0.
    public var radius: Double
    public var notifiesOnEntry: Bool
    public var notifiesOnExit: Bool

    enum CodingKeys: String, CodingKey {
        case id, centre, radius
        case notifiesOnEntry = "notifies_on_entry"
        case notifiesOnExit = "notifies_on_exit"
    }

    public init(
        id: String, centre: Coordinate, radius: Double, notifiesOnEntry: Bool = true,
        notifiesOnExit: Bool = true
    ) {
        self.id = id
        self.centre = centre
        self.radius = radius
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }
}

/// A geographic coordinate, in degrees.
public struct Coordinate: Hashable, Sendable, Codable {
    /// The latitude, -90 to 90.
    public var latitude: Double
    /// The longitude, -180 to 180.
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
