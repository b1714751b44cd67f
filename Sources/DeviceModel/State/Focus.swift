// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A Focus that is on, which may be Do Not Disturb. Source: Human Interface Guidelines, "Managing
/// notifications".
public struct Focus: Hashable, Sendable, Codable {
    /// The name of the Focus, for instance `Do Not Disturb` or `Work`.
    public var name: String
    /// The apps whose notifications the Focus does not silence.
    public var allowedApps: [String]
    /// The handles or names of people whose messages and calls are not silenced.
    public var allowedPeople: [String]
    /// Whether time-sensitive notifications are not silenced.
    public var allowsTimeSensitive: Bool
    /// The Focus filters of apps, by bundle identifier: the values of `filter-criteria` that the
    /// Focus allows. An app without an entry has no filter.
    public var filters: [String: [String]]

    enum CodingKeys: String, CodingKey {
        case name, filters
        case allowedApps = "allowed_apps"
        case allowedPeople = "allowed_people"
        case allowsTimeSensitive = "allows_time_sensitive"
    }

    public init(
        name: String = "Do Not Disturb", allowedApps: [String] = [], allowedPeople: [String] = [],
        allowsTimeSensitive: Bool = true, filters: [String: [String]] = [:]
    ) {
        self.name = name
        self.allowedApps = allowedApps
        self.allowedPeople = allowedPeople
        self.allowsTimeSensitive = allowsTimeSensitive
        self.filters = filters
    }
}

/// The times at which the scheduled summary appears.
public struct ScheduledSummary: Hashable, Sendable, Codable {
    /// The maximum number of times a day.
    public static let timeCountMax = 12

    /// The times in minutes since midnight in the phone's time zone, 0 to 1439.
    public var minutes: [Int]

    /// Creates a summary at the given times; 8:00 and 18:00 by default.
    public init(minutes: [Int] = [480, 1080]) { self.minutes = minutes }

    /// The summary with its valid times only: sorted, without duplicates, and at most
    /// ``timeCountMax``.
    var tidied: ScheduledSummary {
        let inDay = Set(minutes.filter { (0..<1440).contains($0) }).sorted()
        return ScheduledSummary(minutes: Array(inDay.prefix(Self.timeCountMax)))
    }

    /// Whether the summary has at least one time.
    var isOn: Bool { !minutes.isEmpty }
}

/// The condition under which the text of notifications is shown. Source: `UNShowPreviewsSetting`.
public enum PreviewSetting: String, Hashable, Sendable, Codable, CaseIterable {
    case always
    /// The text is shown while the phone is unlocked.
    case whenAuthenticated = "when-authenticated"
    case never
}
