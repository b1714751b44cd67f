// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Testing

struct SendingRoomTests {
    private static func lane(_ app: String) -> SendingLane {
        SendingLane(bundleID: app, environment: .production)
    }

    /// Fills a room lane by lane, as long as there is anything to take.
    private func filled(_ lanes: Int, of count: Int) -> [Int] {
        var room = SendingRoom(inFlightMax: count)
        var taken = Array(repeating: 0, count: lanes)
        while true {
            var hasTaken = false
            for index in 0..<lanes where room.free(in: Self.lane("\(index)")) > 0 {
                room.take(1, in: Self.lane("\(index)"))
                taken[index] += 1
                hasTaken = true
            }
            guard hasTaken else { return taken }
        }
    }

    @Test(arguments: [(1, 128), (2, 85), (3, 64), (15, 16)])
    func `lanes that are silent share the room evenly and leave as much as each has`(
        lanes: Int, each: Int
    ) {
        let taken = filled(lanes, of: 256)
        #expect(taken.allSatisfy { abs($0 - each) <= 1 }, "\(taken)")
        #expect(256 - taken.reduce(0, +) >= each - 1)
    }

    @Test func `one that comes later finds room, however many are silent`() {
        for lanes in 1...100 {
            var room = SendingRoom(inFlightMax: 256)
            for lane in (0..<lanes).map({ Self.lane("\($0)") }) {
                room.take(room.free(in: lane), in: lane)
            }
            #expect(room.free >= 0)
            if lanes < 8 { #expect(room.free(in: Self.lane("new")) > 0, "\(lanes) lanes") }
        }
    }

    @Test func `a lane with a limit of its own gets no more than it`() {
        let lane = Self.lane("a")
        let closed = SendingRoom(inFlightMax: 256, limits: [lane: 0])
        #expect(closed.free(in: lane) == 0)
        let tried = SendingRoom(inFlightMax: 256, inFlight: [lane: 1], limits: [lane: 1])
        #expect(tried.free(in: lane) == 0)
        #expect(tried.free(in: Self.lane("b")) == 128)
    }

    @Test func `a lane is read from its description`() {
        let lane = SendingLane(bundleID: "com.example.app", environment: .sandbox)
        #expect(SendingLane(lane.description) == lane)
        for word in ["", "com.example.app", "com.example.app/moon", "/"] {
            #expect(SendingLane(word) == nil, "\(word)")
        }
    }
}
