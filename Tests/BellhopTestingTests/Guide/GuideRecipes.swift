// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Testing

// The blocks between the markers appear verbatim in docs/guide/testing.md.

// guide: recipe-phone
@MainActor
struct Recipes {
    /// A phone with an app that has permission, was opened once, and is in the background.
    func makePhone(
        at start: Date = Date(timeIntervalSince1970: 1_767_225_600),
        configure: @Sendable (inout Device) -> Void = { _ in }
    ) async throws -> (TestPhone, AppUnderTest) {
        let phone = try await TestPhone(at: start, configure: configure)
        var trains = TestApp("com.example.trains") { TrainsDelegate() }
        trains.addActivity(TrainAttributes.self)
        let app = try await phone.install(trains)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        try await phone.goHome()
        try await phone.suspend(app)
        return (phone, app)
    }
}
// guide: end

extension Recipes {
    // guide: recipe-dst
    @Test func `on the day the clocks go forward, nine in the morning is 23 hours away`()
        async throws
    {
        let nine = try Date("2026-03-07T14:00:00Z", strategy: .iso8601)
        let (phone, app) = try await makePhone(at: nine) { $0.timeZone = "America/New_York" }
        try await app.run { try await remindEveryMorning() }
        await phone.advance(by: .seconds(23 * 3600 - 1))
        #expect(phone.screen.notifications.isEmpty)
        await phone.advance(by: .seconds(1))
        #expect(phone.screen.notifications.map(\.title) == ["Check your train"])
    }
    // guide: end

    // guide: recipe-region
    @Test func `arriving at the station shows the ticket`() async throws {
        let (phone, app) = try await makePhone {
            $0.location = Coordinate(latitude: 52.500, longitude: 13.369)
        }
        try await app.run { try await remindAtStation() }
        try await phone.walk(to: Coordinate(latitude: 52.525, longitude: 13.369))
        #expect(phone.screen.banner?.title == "Your ticket")
        #expect(app.pending.isEmpty)
    }
    // guide: end

    // guide: recipe-focus
    @Test func `a Focus allows only time-sensitive notifications`() async throws {
        let (phone, _) = try await makePhone()
        try await phone.turnOn(Focus(name: "Work"))
        let news = try await phone.push(#"{"aps":{"alert":"New timetable"}}"#)
        #expect(news?.reasons.contains("INT-1") == true)
        #expect(phone.screen.banner == nil)

        try await phone.push(
            #"{"aps":{"alert":"Platform 4","interruption-level":"time-sensitive"}}"#)
        #expect(phone.screen.banner?.body == "Platform 4")
    }
    // guide: end

    // guide: recipe-low-power
    @Test func `Low Power Mode delays a silent push until it is off`() async throws {
        let (phone, app) = try await makePhone()
        let delegate = try #require(app.delegate(as: TrainsDelegate.self))
        try await phone.setLowPower(true)
        let arrival = try await phone.push(#"{"aps":{"content-available":1}}"#)
        #expect(arrival?.outcome == .held)
        #expect(arrival?.reasons.first == "SIL-9")
        #expect(delegate.refreshCount == 0)

        try await phone.setLowPower(false)
        await phone.advance(by: .seconds(60))
        #expect(delegate.refreshCount == 1)
    }
    // guide: end

    // guide: recipe-voip
    @Test func `a VoIP push reports a call, also to an app that the system ended`() async throws {
        let (phone, app) = try await makePhone()
        try await phone.terminate(app)
        try await phone.push(#"{"caller":"Ann"}"#, PushHeaders(pushType: .voip))
        #expect(app.calls.last == "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)")
        #expect(app.state?.mustReportCall == false)
    }
    // guide: end

    // guide: recipe-token
    @Test func `a new token reaches the app, and the old one is refused`() async throws {
        let (phone, app) = try await makePhone()
        try await phone.launch(app)
        let delegate = try #require(app.delegate(as: TrainsDelegate.self))
        let old = app.token
        try await phone.perform(.rotateToken(bundleID: app.bundleID))
        #expect(Set(delegate.tokens).count == 2)

        let refusal = await #expect(throws: PushRejected.self) {
            try await phone.push(#"{"aps":{"alert":"Late"}}"#, PushHeaders(token: old))
        }
        #expect(refusal?.status == 410)
    }
    // guide: end

    // guide: recipe-save
    @Test func `a saved phone continues with its state`() async throws {
        let (phone, app) = try await makePhone()
        try await app.run { try await remindEveryMorning() }
        try await phone.push(#"{"aps":{"alert":"Late","badge":2}}"#)
        let saved = try phone.save()

        try await phone.dismiss()
        try await app.center.setBadgeCount(0)
        try phone.restore(saved)
        #expect(app.badge == 2)
        #expect(phone.screen.notifications.map(\.body) == ["Late"])
        #expect(app.pending.map(\.id) == ["morning"])
    }
    // guide: end

    // guide: recipe-golden
    @Test func `the app's code runs in this order`() async throws {
        let (phone, app) = try await makePhone()
        let start = app.trace.count
        try await phone.push(#"{"aps":{"alert":"Late","content-available":1}}"#)
        try await phone.tap()
        let lines = app.trace.dropFirst(start).map { "\($0.rule ?? "")  \($0.name)" }
        #expect(
            lines.joined(separator: "\n") == """
                LC-2  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
                RSP-2  applicationWillEnterForeground(_:)
                RSP-3  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
                RSP-2  userNotificationCenter(_:didReceive:withCompletionHandler:)
                RSP-2  applicationDidBecomeActive(_:)
                """)
    }
    // guide: end
}
