// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Simulation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ClockFailures {
    @Test(arguments: [86_400.0, -86_400.0])
    func `clock off by a day: the token is uploaded, and pushes are opened and handled once`(
        seconds: TimeInterval
    ) async throws {
        let test = try await CourierPhone()
        let correctTime = test.phone.clock.now
        let sealed = try await test.sealed("m1", "Meet at six", ["chat": "ann"])
        try await test.phone.forceQuit(test.app)
        test.phone.clock.jump(to: correctTime + seconds)
        try await test.launch()
        try await test.phone.perform(.rotateToken(bundleID: Courier.bundleID))
        await test.settle()
        #expect(await test.server.tokens(.app).values.first == test.app.token)
        try await test.putAway()

        try await test.push(sealed)
        #expect(test.phone.screen.lockScreen.map(\.body) == ["Meet at six"])
        test.phone.clock.jump(to: correctTime)
        try await test.phone.unlock()
        try await test.phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .chat("ann"))
        try await test.server.keep("m1", sealed)
        try await test.server.keep("m2", #"{"aps":{"alert":"Parcel"}}"#)
        try await test.putAway()
        try await test.phone.unlock()
        try await test.launch()
        #expect(test.server.handled == ["m1 response", "m2 fetched"])
        #expect(test.server.errors.isEmpty)
        #expect(test.repeatCount == 0)
    }
}
