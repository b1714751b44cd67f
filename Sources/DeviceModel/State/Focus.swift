// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A Focus that is on, Do Not Disturb included. Source: Human Interface Guidelines, "Managing
/// notifications".
public struct Focus: Hashable, Sendable, Codable {
    /// For instance `Do Not Disturb` or `Work`.
    public var name: String
    /// Apps whose notifications come as if there were no Focus.
    public var allowedApps: [String]
    /// Handles or names of people whose messages and calls come through.
    public var allowedPeople: [String]
    /// Whether time-sensitive notifications come through.
    public var allowsTimeSensitive: Bool
    /// The app's Focus filter: by bundle identifier, the `filter-criteria` that may be shown. An
    /// app that is not named has no filter.
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

/// The hours at which the scheduled summary appears.
public struct ScheduledSummary: Hashable, Sendable, Codable {
    /// How many times a day there may be.
    public static let timeCountMax = 12

    /// Minutes since midnight in the phone's time zone, 0 to 1439.
    public var minutes: [Int]

    /// At 8:00 and 18:00 unless told otherwise.
    public init(minutes: [Int] = [480, 1080]) { self.minutes = minutes }

    /// Without times outside a day or named twice, in order, at most ``timeCountMax``.
    var tidied: ScheduledSummary {
        let inDay = Set(minutes.filter { (0..<1440).contains($0) }).sorted()
        return ScheduledSummary(minutes: Array(inDay.prefix(Self.timeCountMax)))
    }

    /// Whether there is an hour at which it appears.
    var isOn: Bool { !minutes.isEmpty }
}

/// Whether a locked phone shows what notifications say. Source: `UNShowPreviewsSetting`.
public enum PreviewSetting: String, Hashable, Sendable, Codable, CaseIterable {
    case always
    /// While the phone is unlocked.
    case whenAuthenticated = "when-authenticated"
    case never
}
