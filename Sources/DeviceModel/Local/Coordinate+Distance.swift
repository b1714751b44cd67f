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

    /// The way over the surface of a round earth, in metres; within half a percent of the truth.
    public func metres(to other: Coordinate) -> Double {
        // The haversine formula: exact for small distances, where others lose digits.
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
    /// Whether a place is inside, the edge included.
    public func contains(_ place: Coordinate) -> Bool { centre.metres(to: place) <= radius }

    /// On which side of the edge a place is, as far as it is clear: within the margin the side does
    /// not change (`LCL-15`). A margin that fills the region leaves its centre to enter.
    func contains(_ place: Coordinate, margin: Double, wasInside: Bool) -> Bool {
        let distance = centre.metres(to: place)
        if distance <= max(0, radius - margin) { return true }
        // The edge itself is inside.
        if distance > radius, distance >= radius + margin { return false }
        return wasInside
    }

    func notifies(onEntry isEntry: Bool) -> Bool { isEntry ? notifiesOnEntry : notifiesOnExit }
}
