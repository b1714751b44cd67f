// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An angle of latitude or longitude, in degrees.
public typealias CLLocationDegrees = Double

/// A distance, in meters.
public typealias CLLocationDistance = Double

/// A position on the Earth. Available since iOS 2.0.
///
/// Apple's type is not `Equatable`; apps add the conformance themselves.
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees north, -90 to 90.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees east, -180 to 180.
    public var longitude: CLLocationDegrees

    /// Creates the coordinate 0°, 0°.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a coordinate.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
