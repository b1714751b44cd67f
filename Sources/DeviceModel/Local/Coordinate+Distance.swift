// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Coordinate {
    /// The mean radius of the earth, in metres (IUGG).
    private static let earthRadius = 6_371_008.8

    /// Returns the great-circle distance in metres; the true distance differs by at most half a
    /// percent.
    public func metres(to other: Coordinate) -> Double {
        // The haversine formula: exact for small distances, where other formulas lose digits.
        let degree = Double.pi / 180
        let north = sin((other.latitude - latitude) * degree / 2)
        let east = sin((other.longitude - longitude) * degree / 2)
        let square =
            north * north
            + cos(latitude * degree) * cos(other.latitude * degree) * east * east
        return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }
}

extension Region {
    /// Returns whether a coordinate is inside the region, which includes its edge.
    public func contains(_ place: Coordinate) -> Bool { centre.metres(to: place) <= radius }

    /// Returns whether a coordinate is inside the region, with hysteresis: within the margin on
    /// both sides of the edge, the previous value stays (`LCL-15`). The centre is inside, however
    /// large the margin is.
    func contains(_ place: Coordinate, margin: Double, wasInside: Bool) -> Bool {
        let distance = centre.metres(to: place)
        if distance <= max(0, radius - margin) { return true }
        // The edge itself is inside.
        if distance > radius, distance >= radius + margin { return false }
        return wasInside
    }

    func notifies(onEntry isEntry: Bool) -> Bool { isEntry ? notifiesOnEntry : notifiesOnExit }
}
