// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import BellhopTesting
import Foundation
import Testing

private let bundleID = "com.example.match"

struct MatchAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable {
        var home: Int
    }

    let teams: String
}

/// Two phones with the same app, connected to the same APNs.
@MainActor
private struct Stadium {
    let phone: TestPhone
    let app: AppUnderTest
    let otherPhone: TestPhone
    let otherApp: AppUnderTest

    init() async throws {
        phone = try await TestPhone()
        otherPhone = try await TestPhone(beside: phone)
        app = try await Self.install(on: phone)
        otherApp = try await Self.install(on: otherPhone)
    }

    var apns: TestAPNS { phone.apns }

    private static func install(on phone: TestPhone) async throws -> AppUnderTest {
        var match = TestApp(bundleID)
        match.addActivity(MatchAttributes.self)
        let app = try await phone.install(match)
        try await phone.launch(app)
        return app
    }

    /// Starts a Live Activity that follows a channel, on one of the phones.
    func follow(_ channel: String, _ app: AppUnderTest) async throws -> Activity<MatchAttributes> {
        let activity = try await app.run {
            try Activity.request(
                attributes: MatchAttributes(teams: "A : B"),
                content: ActivityContent(state: .init(home: 0), staleDate: nil),
                pushType: .channel(channel))
        }
        await phone.settle()
        await phone.advance(by: .seconds(60))
        return activity
    }

    /// The body of an update, or of another event, with the current time as its timestamp.
    func body(_ home: Int, event: String = "update", more: String = "") -> String {
        let now = phone.clock.now.wholeEpochSeconds
        return """
            {"aps":{"event":"\(event)","timestamp":\(now),"content-state":{"home":\(home)}\(more)}}
            """
    }
}

@MainActor
struct ChannelTests {
    @Test func `T262: LA-20: broadcasts update and end a Live Activity on two phones`()
        async throws
    {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID, storage: .none)
        let first = try await stadium.follow(channel, stadium.app)
        let second = try await stadium.follow(channel, stadium.otherApp)

        let arrivals = try await stadium.phone.broadcast(stadium.body(1), channel: channel)
        #expect(arrivals.map(\.outcome) == [.shown])
        #expect(stadium.apns.log.last?.explanation.contains("2 of 2 subscribers") == true)
        #expect(first.content.state.home == 1)
        #expect(second.content.state.home == 1)

        await stadium.phone.advance(by: .seconds(60))
        let end = stadium.body(2, event: "end", more: #","dismissal-date":0"#)
        try await stadium.phone.broadcast(end, channel: channel)
        #expect(first.activityState == .dismissed)
        #expect(second.activityState == .dismissed)
        // No activity follows the channel any more, but the channel still exists.
        #expect(try await stadium.phone.broadcast(stadium.body(3), channel: channel).isEmpty)
        #expect(stadium.apns.log.last?.explanation.contains("no device follows") == true)
        #expect(try stadium.apns.channels(of: bundleID) == [channel])
    }

    @Test(arguments: ChannelStorage.allCases)
    func `SF-10: a phone that was offline gets the stored broadcast when it is online again`(
        storage: ChannelStorage
    )
        async throws
    {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID, storage: storage)
        let here = try await stadium.follow(channel, stadium.app)
        let away = try await stadium.follow(channel, stadium.otherApp)
        try await stadium.otherPhone.setOnline(false)
        for home in 1...3 {
            await stadium.phone.advance(by: .seconds(60))
            try await stadium.phone.broadcast(stadium.body(home), channel: channel)
        }
        #expect(here.content.state.home == 3)
        #expect(away.content.state.home == 0)

        try await stadium.otherPhone.setOnline(true)
        await stadium.otherPhone.settle()
        #expect(away.content.state.home == (storage == .none ? 0 : 3))
        let stored = stadium.otherPhone.arrivals.filter(\.wasStored)
        #expect(stored.count == (storage == .none ? 0 : 1))
        // The stored broadcast is delivered only once: going offline again brings nothing new.
        try await stadium.otherPhone.setOnline(false)
        try await stadium.otherPhone.setOnline(true)
        await stadium.otherPhone.settle()
        #expect(stadium.otherPhone.arrivals.filter(\.wasStored).count == stored.count)
    }

    @Test(arguments: [(59, 1), (60, 0)])
    func `LA-20: a stored broadcast is deleted when it expires`(seconds: Int, home: Int)
        async throws
    {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        let activity = try await stadium.follow(channel, stadium.app)
        try await stadium.phone.setOnline(false)
        try await stadium.phone.broadcast(
            stadium.body(1), channel: channel,
            PushHeaders(expiration: .at(stadium.phone.clock.now + 60)))
        await stadium.phone.advance(by: .seconds(seconds))
        try await stadium.phone.setOnline(true)
        #expect(activity.content.state.home == home)
    }

    @Test func `LA-20: a phone that follows a channel later gets the stored broadcast`()
        async throws
    {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        // The broadcast is newer than the content with which the app starts the activity.
        let now = stadium.phone.clock.now.wholeEpochSeconds + 30
        try await stadium.phone.broadcast(
            #"{"aps":{"event":"update","timestamp":\#(now),"content-state":{"home":4}}}"#,
            channel: channel)
        #expect(stadium.apns.log.last?.delivery == .storedForFollowers)
        let activity = try await stadium.follow(channel, stadium.app)
        #expect(activity.content.state.home == 4)
    }

    @Test func `LA-20: a deleted channel is no longer registered`() async throws {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        let activity = try await stadium.follow(channel, stadium.app)
        try stadium.apns.deleteChannel(channel, of: bundleID)
        let refusal = await #expect(throws: PushRejected.self) {
            try await stadium.phone.broadcast(stadium.body(1), channel: channel)
        }
        #expect(refusal?.status == 400)
        #expect(refusal?.reason == "ChannelNotRegistered")
        // The Live Activity stays active without the channel.
        #expect(activity.activityState == .active)
        #expect(throws: PushRejected.self) {
            try stadium.apns.deleteChannel(channel, of: bundleID)
        }
    }

    @Test func `T264: LA-20: an expiration on a channel without storage is refused`() async throws {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID, storage: .none)
        let refusal = await #expect(throws: PushRejected.self) {
            try await stadium.phone.broadcast(
                stadium.body(1), channel: channel,
                PushHeaders(expiration: .at(stadium.phone.clock.now + 60)))
        }
        #expect(refusal?.reason == "BadExpirationDate")
    }

    @Test func `T260: LA-21: a broadcast with another push type is refused`() async throws {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        let refusal = await #expect(throws: PushRejected.self) {
            try await stadium.phone.broadcast(
                #"{"aps":{"alert":"Goal"}}"#, channel: channel, PushHeaders(pushType: .alert))
        }
        #expect(refusal?.reason == "InvalidPushType")
    }

    @Test func `LA-20: without the broadcast capability, an app has no channels`() async throws {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        try stadium.apns.setBroadcastCapability(false, of: bundleID)
        let refusal = #expect(throws: PushRejected.self) {
            try stadium.apns.createChannel(for: bundleID)
        }
        #expect(refusal?.reason == "FeatureNotEnabled")
        try stadium.apns.setBroadcastCapability(true, of: bundleID)
        #expect(try stadium.apns.channels(of: bundleID).isEmpty)
        await #expect(throws: PushRejected.self) {
            try await stadium.phone.broadcast(stadium.body(1), channel: channel)
        }
    }

    @Test func `LA-8: a broadcast with a start event is accepted by APNs and ignored by the phone`()
        async throws
    {
        let stadium = try await Stadium()
        let channel = try stadium.apns.createChannel(for: bundleID)
        _ = try await stadium.follow(channel, stadium.app)
        let arrivals = try await stadium.phone.broadcast(
            stadium.body(1, event: "start"), channel: channel, check: .nothing)
        #expect(arrivals.map(\.reasons.first) == ["LA-8"])
    }
}
