// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSSimulator
import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import Simulation
import Testing

@testable import SimulatorHost

/// The clock that clients of the control API can move.
@Suite(.timeLimit(.minutes(30)))
struct ClockControlTests {
    private static let month = 30 * 86_400
    private static let push = #"{"aps":{"alert":"Hello"}}"#

    private static func id(_ number: Int) throws -> APNSID {
        try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7e\(number)"))
    }

    @Test func `the clock of the system cannot be moved`() async throws {
        try await ControlScene.run { scene in
            let view: ClockView = try await scene.get("/v1/clock")
            #expect(!view.isVirtual)
            let problem = try await scene.ask(.post, "/v1/clock/advance", #"{"seconds":1}"#)
                .problem(.notAllowed)
            #expect(problem.detail.contains("--virtual-clock"))
        }
    }

    @Test func `a stored push expires after 30 days, and the sender's provider token stays valid`()
        async throws
    {
        try await ControlScene.run(clock: MovableClock()) { scene in
            let offline = try await scene.ask(
                .post, "/v1/devices/booted/actions", #"{"action":"offline"}"#)
            #expect(offline.status == 200)
            guard case .accepted = try await scene.push(Self.push, id: Self.id(1)) else {
                return #expect(Bool(false), "the push has to be accepted")
            }
            let stored: DeliveryReport = try await scene.get("/v1/deliveries/\(Self.id(1).text)")
            #expect(stored.stage == .stored)
            let before: ClockView = try await scene.get("/v1/clock")
            let after: ClockView = try await scene.ask(
                .post, "/v1/clock/advance", #"{"seconds":\#(Self.month)}"#
            ).decode()
            #expect(after.isVirtual)
            #expect(after.now.timeIntervalSince(before.now) >= Double(Self.month))
            let expired: DeliveryReport = try await scene.get("/v1/deliveries/\(Self.id(1).text)")
            #expect(expired.stage == .discarded)
            #expect(expired.note.contains("expired"))
            guard case .accepted = try await scene.push(Self.push, id: Self.id(2)) else {
                return #expect(Bool(false), "provider tokens follow the real clock")
            }
        }
    }

    @Test func `an idle connection ends when the clock is moved by more than an hour`() async throws
    {
        try await ControlScene.run(clock: MovableClock()) { scene in
            let token = try await scene.host.token(of: nil, app: nil, family: .app)
            let client = try scene.client(for: token)
            let request = PushRequest(
                deviceToken: token.token, body: Array(Self.push.utf8), topic: Topic(token.bundleID),
                pushType: .alert)
            guard case .accepted = try await client.send(request) else {
                return #expect(Bool(false), "the push has to be accepted")
            }
            let server = scene.host.server
            #expect(server.connectionCount == 1)
            for _ in 1...2 {
                let response = try await scene.ask(
                    .post, "/v1/clock/advance", #"{"seconds":1801}"#)
                #expect(response.status == 200)
            }
            while server.connectionCount > 0 { await Task.yield() }
            await client.shutdown()
        }
    }

    @Test func `the clock is moved to a date`() async throws {
        try await ControlScene.run(clock: MovableClock()) { scene in
            let view: ClockView = try await scene.ask(
                .post, "/v1/clock/advance", #"{"until":"2099-01-01T00:00:00Z"}"#
            ).decode()
            let date = try #require(APIJSON.date("2099-01-01T00:00:00Z"))
            #expect(abs(view.now.timeIntervalSince(date)) < 3600)
        }
    }

    @Test(arguments: [
        "", "{}", #"{"seconds":-1}"#, #"{"seconds":1e300}"#, #"{"until":"1999-01-01T00:00:00Z"}"#,
        #"{"until":"tomorrow"}"#, #"{"seconds":1,"until":"2099-01-01T00:00:00Z"}"#,
    ])
    func `an invalid move of the clock is rejected with a problem`(order: String) async throws {
        try await ControlScene.run(clock: MovableClock()) { scene in
            _ = try await scene.ask(.post, "/v1/clock/advance", order).problem(.badRequest)
        }
    }
}
