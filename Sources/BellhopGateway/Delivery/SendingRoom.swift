// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How many more deliveries may be sent at the same time, in all and in each lane.
///
/// A lane may have as many deliveries in flight as stay free for the others: alone it gets half of
/// the room, two lanes get a third each, and so on. However many lanes get no response from APNs,
/// another one finds room without waiting for any of them. (These are dynamic thresholds with the
/// factor 1: Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet
/// Switches", 1998.)
public struct SendingRoom: Hashable, Sendable {
    private let inFlightMax: Int
    private let isDivided: Bool
    private var inFlight: [SendingLane: Int]
    private let limits: [SendingLane: Int]

    /// Divides the room among the lanes.
    ///
    /// - Parameters:
    ///   - inFlightMax: deliveries in flight at most, in all lanes.
    ///   - inFlight: how many are in flight in each lane now.
    ///   - limits: lanes that may have only so many in flight, whatever their share is.
    public init(
        inFlightMax: Int, inFlight: [SendingLane: Int] = [:], limits: [SendingLane: Int] = [:]
    ) {
        self.init(inFlightMax, isDivided: true, inFlight, limits)
    }

    private init(
        _ inFlightMax: Int, isDivided: Bool, _ inFlight: [SendingLane: Int],
        _ limits: [SendingLane: Int]
    ) {
        self.inFlightMax = inFlightMax
        self.isDivided = isDivided
        self.inFlight = inFlight
        self.limits = limits
    }

    /// Room of which any lane may take everything.
    public static func undivided(_ count: Int) -> SendingRoom {
        SendingRoom(count, isDivided: false, [:], [:])
    }

    /// How many more may be sent in all.
    public var free: Int { max(0, inFlightMax - inFlight.values.reduce(0, +)) }

    /// How many more may be sent in a lane.
    public func free(in lane: SendingLane) -> Int {
        let own = inFlight[lane, default: 0]
        // So many that the lane then has as many in flight as there is room left.
        let share = isDivided ? max(0, (free - own + 1) / 2) : free
        guard let limit = limits[lane] else { return share }
        return min(share, max(0, limit - own))
    }

    /// Counts deliveries that were claimed.
    public mutating func take(_ count: Int, in lane: SendingLane) {
        inFlight[lane, default: 0] += count
    }
}
