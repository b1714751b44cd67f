// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double

/// Meters.
public typealias CLLocationDistance = Double

/// A place on earth. Apple: since iOS 2.0.
///
/// Apple's type is not `Equatable`; apps declare that themselves.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north; -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees east; -180 to 180.
    public var longitude: CLLocationDegrees

    /// The place at 0°, 0°.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// A place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
