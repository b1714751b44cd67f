// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Testing

@testable import DemoApp

@MainActor
struct CallTests {
    @Test(.timeLimit(.minutes(30)))
    func `LC-10: a call push starts the app, which reports the call`() async throws {
        let corner = try await CornerPhone()
        try await corner.launch()
        _ = await corner.token(.voip)
        try await corner.phone.forceQuit(corner.app)
        for _ in 1...5 {
            try await corner.push(
                #"{"call":{"uuid":"3E4F2D0A-6C1B-4F6E-9D7A-52F1A8C0B9D4","name":"Dr. Okafor"}}"#,
                PushHeaders(pushType: .voip))
        }
        let state = try #require(corner.app.state)
        #expect(state.voipIsStopped == false)
        #expect(state.mustReportCall == false)
    }

    @Test func `a call from a push without any data has an unknown caller`() {
        let call = IncomingCall(PushPayload([:] as [AnyHashable: Any]))
        #expect(call.handle.isEmpty)
        #expect(call.name == "Unknown caller")
        #expect(call.hasVideo == false)
    }

    @Test func `the data of a call push is read`() {
        let payload: [AnyHashable: Any] = [
            "call": [
                "uuid": "3e4f2d0a-6c1b-4f6e-9d7a-52f1a8c0b9d4", "handle": "+49 30 901820",
                "name": "Dr. Okafor", "video": true,
            ] as [String: Any]
        ]
        let call = IncomingCall(PushPayload(payload))
        #expect(call.id.uuidString == "3E4F2D0A-6C1B-4F6E-9D7A-52F1A8C0B9D4")
        #expect(call.handle == "+49 30 901820")
        #expect(call.hasVideo)
    }
}
