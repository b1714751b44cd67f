// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI
import Testing

struct SendingRoomTests {
    private static func lane(
        _ app: String, _ lane: MessageLane = .transactional
    ) -> SendingLane {
        SendingLane(bundleID: app, environment: .production, lane: lane)
    }

    /// Fills a room lane by lane, as long as there are free places.
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

    // Of 256 places, 25 are kept for one-time codes and 12 for Live Activities.
    @Test(arguments: [(1, 110), (2, 73), (3, 55), (15, 14)])
    func `lanes without responses share the places evenly, and leave as many free as each has`(
        lanes: Int, each: Int
    ) {
        let taken = filled(lanes, of: 256)
        #expect(taken.allSatisfy { abs($0 - each) <= 1 }, "\(taken)")
        #expect(256 - taken.reduce(0, +) >= each - 1)
    }

    @Test func `a new lane finds a free place beside up to seven lanes without responses`() {
        for lanes in 1...100 {
            var room = SendingRoom(inFlightMax: 256)
            for lane in (0..<lanes).map({ Self.lane("\($0)") }) {
                room.take(room.free(in: lane), in: lane)
            }
            #expect(room.free >= 0)
            if lanes < 8 { #expect(room.free(in: Self.lane("new")) > 0, "\(lanes) lanes") }
        }
    }

    @Test func `a lane gets no more places than the limit of its destination`() {
        let lane = Self.lane("a")
        let closed = SendingRoom(inFlightMax: 256, limits: [lane.destination: 0])
        #expect(closed.free(in: lane) == 0)
        let tried = SendingRoom(
            inFlightMax: 256, inFlight: [lane: 1], limits: [lane.destination: 1])
        #expect(tried.free(in: lane) == 0)
        #expect(tried.free(in: Self.lane("b")) == 109)
    }

    @Test func `the places for one-time codes stay free, however much other work waits`() {
        var room = SendingRoom(inFlightMax: 256)
        for app in 0..<50 {
            for lane in MessageLane.allCases where lane != .otp {
                room.take(room.free(in: Self.lane("\(app)", lane)), in: Self.lane("\(app)", lane))
            }
        }
        #expect(room.free >= 25)
        #expect(room.free(in: Self.lane("new", .otp)) >= 12)
        #expect(room.free(in: Self.lane("new", .bulk)) == 0)
    }

    @Test func `lanes of one destination share its limit`() {
        let destination = Self.lane("a").destination
        let room = SendingRoom(
            inFlightMax: 256, inFlight: [Self.lane("a", .otp): 1], limits: [destination: 1])
        #expect(room.free(in: Self.lane("a")) == 0)
    }

    @Test func `a lane is read from its description`() {
        let lane = SendingLane(bundleID: "com.example.app", environment: .sandbox)
        #expect(lane.description == "com.example.app/sandbox")
        for urgency in MessageLane.allCases {
            let lane = SendingLane(destination: lane.destination, lane: urgency)
            #expect(SendingLane(lane.description) == lane)
        }
        for word in ["", "com.example.app", "com.example.app/moon", "/", "com.example.app/otp"] {
            #expect(SendingLane(word) == nil, "\(word)")
        }
    }
}
