// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct BroadcastFlow {
    @Test func `LA-20: one broadcast to a channel updates the Live Activity that follows it`()
        async throws
    {
        let test = try await CourierPhone()
        let channel = try test.phone.apns.createChannel(for: Courier.bundleID)
        let push = try test.push
        _ = try await test.app.run {
            try push.activities.start(
                LineAttributes(line: "U6"), state: .init(delay: 0),
                updates: .byChannel(id: channel))
        }
        try await test.putAway()
        try await test.waitForNoToken(.liveActivity, "LineAttributes")

        await test.phone.advance(by: .seconds(60))
        let payload = """
            {"aps":{"timestamp":\(test.seconds),"event":"update","content-state":{"delay":5}}}
            """
        let arrivals = try await test.phone.broadcast(payload, channel: channel)
        #expect(arrivals.count == 1)
        #expect(test.phone.screen.activities.map(\.contentState) == [#"{"delay":5}"#])
    }
}
