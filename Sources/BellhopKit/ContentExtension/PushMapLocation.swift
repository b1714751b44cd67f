// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A location that a notification shows on a map:
///
/// ```json
/// "map": {"latitude": 52.52, "longitude": 13.405, "meters": 800, "title": "Your courier"}
/// ```
public struct PushMapLocation: Hashable, Sendable {
    /// The default width and height of the visible region, in meters.
    public static let metersDefault = 1000.0
    /// The permitted width and height of the visible region, in meters.
    public static let metersRange = 100.0...2_000_000.0

    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The width and height of the visible region around the location, in meters.
    public var meters: Double
    public var title: String?

    /// - Returns: `nil` when the coordinates are out of range.
    public init?(
        latitude: Double, longitude: Double, meters: Double = metersDefault, title: String? = nil
    ) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), !meters.isNaN
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.meters = min(max(meters, Self.metersRange.lowerBound), Self.metersRange.upperBound)
        self.title = title
    }

    /// Reads the location from a payload; `nil` when it has no valid one.
    public init?(_ payload: PushPayload, keys: PayloadKeys = PayloadKeys()) {
        let object = keys.map.lazy.compactMap { payload[$0]?.objectValue }.first
        guard let object, let latitude = object["latitude"]?.doubleValue,
            let longitude = object["longitude"]?.doubleValue
        else { return nil }
        self.init(
            latitude: latitude, longitude: longitude,
            meters: object["meters"]?.doubleValue ?? Self.metersDefault,
            title: PushPayload(object).string("title"))
    }
}
