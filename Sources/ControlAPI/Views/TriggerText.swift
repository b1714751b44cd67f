// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension NotificationTrigger {
    /// The trigger in a few words, for instance `every 3600 s` or `on entering shop (…)`.
    var text: String {
        switch self {
        case .push: "from APNs"
        case .interval(let seconds, let repeats):
            "\(repeats ? "every" : "after") \(Self.number(seconds)) s"
        case .calendar(let match, let repeats):
            "when the date matches \(match.text)" + (repeats ? ", each time" : "")
        case .location(let region, let repeats):
            "on \(region.crossings) \(OneLine.text(region.id)) (\(region.centre.text), "
                + "\(Self.number(region.radius)) m)" + (repeats ? ", each time" : "")
        }
    }

    fileprivate static func number(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? String(value)
    }
}

extension DateMatch {
    /// The date components that are set, from the largest unit to the smallest.
    fileprivate var text: String {
        let parts: [(String, Int?)] = [
            ("era", era), ("year", year), ("quarter", quarter), ("month", month), ("day", day),
            ("week year", yearForWeekOfYear), ("week of year", weekOfYear),
            ("week of month", weekOfMonth), ("weekday", weekday),
            ("weekday ordinal", weekdayOrdinal), ("hour", hour), ("minute", minute),
            ("second", second),
        ]
        let present = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
        let zone = timeZone.map { " in \(OneLine.text($0))" } ?? ""
        return (present.isEmpty ? "any value" : present.joined(separator: ", ")) + zone
    }
}

extension Region {
    fileprivate var crossings: String {
        switch (notifiesOnEntry, notifiesOnExit) {
        case (true, true): "entering or leaving"
        case (false, true): "leaving"
        case (true, false), (false, false): "entering"
        }
    }
}

extension Coordinate {
    /// The latitude and the longitude, in the format of `bellhop device move`.
    package var text: String { "\(latitude),\(longitude)" }
}
