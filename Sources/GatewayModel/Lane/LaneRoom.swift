// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Counts the requests in flight of each lane, and determines how many more requests a lane may
/// start.
///
/// A lane may use all requests except those that are reserved for other lanes and not yet used by
/// them. Therefore, a campaign never takes the last requests that a one-time code needs.
package struct LaneRoom: Sendable {
    private let inFlightMax: Int
    private var inFlight: [Int]

    package init(inFlightMax: Int) {
        self.inFlightMax = inFlightMax
        inFlight = Array(repeating: 0, count: Lane.allCases.count)
    }

    package private(set) var total = 0

    /// Returns the number of further requests that a lane may start.
    package func free(in lane: Lane) -> Int {
        var free = inFlightMax - total
        for other in Lane.allCases where other != lane {
            free -= max(0, floor(of: other) - inFlight[other.position])
        }
        if Bug.is(.laneFloorIgnored) { return max(0, inFlightMax - total) }
        return max(0, free)
    }

    package func inFlight(in lane: Lane) -> Int { inFlight[lane.position] }

    package mutating func add(_ count: Int, to lane: Lane) {
        inFlight[lane.position] += count
        total += count
    }

    package mutating func remove(from lane: Lane) {
        inFlight[lane.position] -= 1
        total -= 1
    }

    /// The number of requests reserved for a lane: at least one for each lane with a floor.
    private func floor(of lane: Lane) -> Int {
        let thousandths = lane.traits.floorThousandths
        return thousandths == 0 ? 0 : max(1, inFlightMax * thousandths / 1000)
    }
}
