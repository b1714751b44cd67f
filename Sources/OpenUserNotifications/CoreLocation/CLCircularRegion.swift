// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A circular area on the Earth. Available since iOS 7.0.
public class CLCircularRegion: CLRegion, @unchecked Sendable {
    /// The Earth's mean radius in meters.
    private static let earthRadius = 6_371_008.8

    /// Creates a circular region.
    ///
    /// - Parameter radius: the radius in meters.
    public convenience init(
        center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
    ) {
        self.init(
            record: Record(
                identifier: identifier,
                circle: Record.Circle(
                    latitude: center.latitude, longitude: center.longitude, radius: radius)))
    }

    /// The circle's center.
    public var center: CLLocationCoordinate2D {
        guard let circle = record.circle else { return CLLocationCoordinate2D() }
        return CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude)
    }

    /// The radius in meters.
    public var radius: CLLocationDistance { record.circle?.radius ?? 0 }

    /// Returns whether a coordinate is inside the circle, calculated on a sphere.
    public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        let radians = Double.pi / 180
        let middle = center
        let northward = (coordinate.latitude - middle.latitude) * radians / 2
        let eastward = (coordinate.longitude - middle.longitude) * radians / 2
        let chord =
            sin(northward) * sin(northward)
            + cos(middle.latitude * radians) * cos(coordinate.latitude * radians)
            * sin(eastward) * sin(eastward)
        return 2 * Self.earthRadius * asin(min(1, chord.squareRoot())) <= radius
    }
}
