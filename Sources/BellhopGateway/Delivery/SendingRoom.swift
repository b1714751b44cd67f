// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel

/// The number of additional deliveries that may be in flight, in total and in each lane.
///
/// A lane may not have more deliveries in flight than there are free places left: a single lane
/// gets half of the places, two lanes get a third each, and so on. So there are always free places
/// for another lane, no matter how many lanes get no response from APNs. (These are dynamic
/// thresholds with the factor 1: Choudhury and Hahne, "Dynamic Queue Length Thresholds for
/// Shared-Memory Packet Switches", 1998.)
///
/// In addition, each message lane has a minimum number of places (`Lane.Traits.floorThousandths`),
/// which are never given to the other message lanes.
public struct SendingRoom: Hashable, Sendable {
    private let inFlightMax: Int
    private let isDivided: Bool
    private var inFlight: [SendingLane: Int]
    private let limits: [SendingDestination: Int]

    /// Divides the places among the lanes.
    ///
    /// - Parameters:
    ///   - inFlightMax: the maximum number of deliveries in flight, in all lanes.
    ///   - inFlight: the number of deliveries that are in flight in each lane now.
    ///   - limits: the destinations that have a separate maximum, which their lanes share.
    public init(
        inFlightMax: Int, inFlight: [SendingLane: Int] = [:],
        limits: [SendingDestination: Int] = [:]
    ) {
        self.init(inFlightMax, isDivided: true, inFlight, limits)
    }

    private init(
        _ inFlightMax: Int, isDivided: Bool, _ inFlight: [SendingLane: Int],
        _ limits: [SendingDestination: Int]
    ) {
        self.inFlightMax = inFlightMax
        self.isDivided = isDivided
        self.inFlight = inFlight
        self.limits = limits
    }

    /// Returns a number of places, all of which a single lane may use.
    public static func undivided(_ count: Int) -> SendingRoom {
        SendingRoom(count, isDivided: false, [:], [:])
    }

    /// How many more deliveries all lanes together can accept.
    public var free: Int { max(0, inFlightMax - inFlight.values.reduce(0, +)) }

    /// Returns how many more deliveries a lane can accept.
    public func free(in lane: SendingLane) -> Int {
        let own = inFlight[lane, default: 0]
        // With this share, the lane has as many deliveries in flight as places remain free for it
        // and for other destinations in the same message lane.
        let share = isDivided ? max(0, (free - reserved(from: lane.lane) - own + 1) / 2) : free
        guard let limit = limits[lane.destination] else { return share }
        return min(share, max(0, limit - count { $0.destination == lane.destination }))
    }

    /// Adds claimed deliveries to the deliveries in flight.
    public mutating func take(_ count: Int, in lane: SendingLane) {
        inFlight[lane, default: 0] += count
    }

    /// The number of free places that are reserved for message lanes other than the given one.
    private func reserved(from lane: MessageLane) -> Int {
        var places = 0
        for other in MessageLane.allCases where other != lane {
            let floor = inFlightMax * Lane(other).traits.floorThousandths / 1000
            places += max(0, floor - count { $0.lane == other })
        }
        return places
    }

    private func count(where isIncluded: (SendingLane) -> Bool) -> Int {
        inFlight.reduce(0) { $0 + (isIncluded($1.key) ? $1.value : 0) }
    }
}

extension Lane {
    /// The engine's lane for a lane of the API.
    init(_ lane: MessageLane) {
        switch lane {
        case .otp: self = .otp
        case .transactional: self = .transactional
        case .live: self = .live
        case .bulk: self = .bulk
        case .background: self = .background
        }
    }
}
