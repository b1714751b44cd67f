// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct LiveActivityFlow {
    @Test
    func `LA-7, LA-9: pushes start, update and end a Live Activity while the app is not running`()
        async throws
    {
        let test = try await CourierPhone()
        let phone = test.phone
        let start = try await test.token(.liveActivityStart, "DeliveryAttributes")
        try await phone.forceQuit(test.app)
        try await phone.lock()
        try await test.push(
            #"""
            "event":"start","attributes-type":"DeliveryAttributes","attributes":{"parcel":"p1"},
            "content-state":{"stops":9},"alert":{"title":"Your parcel","body":"is on its way"}
            """#, toActivity: start)
        #expect(phone.screen.activities.map(\.contentState) == [#"{"stops":9}"#])
        let own = try await test.token(.liveActivity, "DeliveryAttributes")

        try await test.push(#""event":"update","content-state":{"stops":1}"#, toActivity: own)
        #expect(phone.screen.activities.map(\.contentState) == [#"{"stops":1}"#])
        try await test.push(
            #""event":"end","content-state":{"stops":0},"dismissal-date":\#(test.seconds + 600)"#,
            toActivity: own)
        #expect(phone.screen.activities.first?.state == .ended)
        await phone.advance(by: .seconds(600))
        #expect(phone.screen.activities.isEmpty)

        try await phone.unlock()
        try await test.launch()
        try await test.waitForNoToken(.liveActivity, "DeliveryAttributes")
    }

    @Test func `signing out ends Live Activities and cancels local notifications`()
        async throws
    {
        let test = try await CourierPhone()
        let push = try test.push
        try await push.schedule.plan(
            LocalNotification(id: "p1", LocalContent(title: "Be at home"), .daily(hour: 8)))
        _ = try await test.app.run {
            try push.activities.start(DeliveryAttributes(parcel: "p1"), state: .init(stops: 9))
        }
        #expect(test.phone.screen.activities.count == 1)
        await test.app.run { await push.signOut() }
        await test.settle()
        #expect(test.phone.screen.activities.isEmpty)
        #expect(test.app.pending.isEmpty)
        try await test.waitForNoToken(.liveActivity, "DeliveryAttributes")
    }
}
