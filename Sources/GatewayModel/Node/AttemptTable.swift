// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The attempts in flight, stored in slots that are reused.
struct AttemptTable: Sendable {
    /// The unit or the delivery to which an attempt belongs.
    enum Work: Sendable {
        /// The attempt is for an installation of a unit, at the given position in the unit's
        /// window.
        case unit(UnitLease, position: Int)
        case row(ClaimedRow, leaseEnd: Duration)
    }

    struct Flight: Sendable {
        let work: Work
        let campaign: Campaign
        let installation: Int64
        let endpoint: Int64
        let variant: UInt8
        let isSuspect: Bool
        let attempt: Int
        let channel: Channel
        let sentAt: Duration
    }

    private struct Place: Sendable {
        var generation: UInt32 = 0
        var flight: Flight?
    }

    private var places: [Place] = []
    private var free: [Int] = []
    private(set) var count = 0

    mutating func add(_ flight: Flight) -> AttemptTag {
        let index: Int
        if let used = free.popLast() {
            index = used
        } else {
            index = places.count
            places.append(Place())
        }
        places[index].flight = flight
        count += 1
        return AttemptTag(index: index, generation: places[index].generation)
    }

    /// Removes and returns an attempt; `nil` if its outcome was already reported.
    mutating func remove(_ tag: AttemptTag) -> Flight? {
        guard places.indices.contains(tag.index), places[tag.index].generation == tag.generation,
            let flight = places[tag.index].flight.take()
        else { return nil }
        places[tag.index].generation &+= 1
        free.append(tag.index)
        count -= 1
        return flight
    }
}
