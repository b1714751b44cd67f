// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
// On Linux, FoundationEssentials needs this module's data for every time zone other than GMT.
import FoundationInternationalization
#else
import Foundation
#endif

/// The time zones of the IANA database.
enum TimeZones {
    /// The maximum size of a zone's name in bytes; longer names are unknown.
    private static let nameByteCountMax = 64

    /// Returns the time zone with the given name; `nil` if it is unknown.
    static func zone(_ name: String) -> TimeZone? {
        guard !name.isEmpty, name.utf8.count <= nameByteCountMax else { return nil }
        return TimeZone(identifier: name)
    }

    /// The names of all known zones.
    static var names: [String] { TimeZone.knownTimeZoneIdentifiers }

    /// Returns a function that returns the difference between a zone and UTC at a time, in seconds.
    /// Each zone is looked up only once.
    static func offsets(of names: some Sequence<String>) -> (String, Int64) -> Int64 {
        var zones: [String: TimeZone] = [:]
        for name in names { zones[name] = zone(name) }
        return { [zones] name, instant in
            let date = Date(epochSeconds: Int(instant))
            return Int64(zones[name]?.secondsFromGMT(for: date) ?? 0)
        }
    }
}
