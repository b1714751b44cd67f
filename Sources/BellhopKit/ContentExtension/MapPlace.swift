// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A place that a notification shows on a map:
///
/// ```json
/// "map": {"latitude": 52.52, "longitude": 13.405, "meters": 800, "title": "Your courier"}
/// ```
public struct MapPlace: Hashable, Sendable {
    /// How much of the world is shown when the payload does not say.
    public static let metersDefault = 1000.0
    /// How much may be shown.
    public static let metersRange = 100.0...2_000_000.0

    /// In degrees, -90 to 90.
    public var latitude: Double
    /// In degrees, -180 to 180.
    public var longitude: Double
    /// Width and height of what is shown around the place.
    public var meters: Double
    public var title: String?

    /// - Returns: `nil` for a place that is not on earth.
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

    /// Reads it out of a payload; `nil` when it has none that is on earth.
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
