// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ActivityTrackerTests {
    @Test func `LA-7, LA-9: pushes start, update and end an activity while the app is not running`()
        async throws
    {
        let test = try await ParcelPhone()
        let phone = test.phone
        let start = try await test.token(.liveActivityStart, type: "MatchAttributes")
        try await phone.forceQuit(test.app)
        try await phone.lock()

        try await test.push(
            #"""
            "event":"start","attributes-type":"MatchAttributes",
            "attributes":{"teams":"Lions – Bears"},"content-state":{"home":0,"away":0},
            "alert":{"title":"Lions – Bears","body":"The match begins"}
            """#, to: start)
        let shown = try #require(phone.screen.activities.first)
        let own = try await test.token(.liveActivity, type: "MatchAttributes")
        #expect(shown.token == own, "the system woke the app, which uploaded the token")

        try await test.push(
            #""event":"update","content-state":{"home":1,"away":0}"#, to: own)
        #expect(phone.screen.activities.first?.contentState.contains(#""home":1"#) == true)

        try await test.push(
            #""event":"end","content-state":{"home":1,"away":0}"#, to: own)
        #expect(phone.screen.activities.first?.state == .ended)
        // The end does not wake the app; its next launch withdraws the token.
        try await phone.launch(test.app)
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)

        try await phone.lock()
        await phone.advance(by: .seconds(4 * 3600))
        #expect(phone.screen.activities.isEmpty)
        try await phone.launch(test.app)
        try await test.wait { try test.tracker.activities.map(\.state) == [.dismissed] }
    }

    @Test func `T246, LA-9: each new token goes to the server, and the old one is replaced`()
        async throws
    {
        let test = try await ParcelPhone()
        let activity = try await test.start()
        let first = try await test.token(.liveActivity, type: "ParcelAttributes")
        try await test.phone.goHome()
        try await test.phone.suspend(test.app)
        try await test.phone.perform(.rotateActivityToken(id: activity.id))
        let second = try await test.token(
            .liveActivity, type: "ParcelAttributes", otherThan: first)
        #expect(second != first)
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1)
        await #expect(throws: PushRejected.self) {
            try await test.push(
                #""event":"update","content-state":{"step":"x","stops":1}"#, to: first)
        }
        try await test.push(
            #""event":"update","content-state":{"step":"near","stops":2}"#, to: second)
        #expect(activity.content.state.step == "near")
    }

    @Test func `LA-9: each attributes type has its own token for starting an activity`()
        async throws
    {
        let test = try await ParcelPhone()
        let tokens = try await test.tokens(.liveActivityStart, count: 2)
        #expect(
            Set(tokens.keys.compactMap(\.attributesType)) == [
                "ParcelAttributes", "MatchAttributes",
            ])
        #expect(Set(tokens.values).count == 2)
    }

    @Test func `LA-14: an activity that the person removes no longer has a token`() async throws {
        let test = try await ParcelPhone()
        let activity = try await test.start()
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1)
        try await test.phone.perform(.removeActivity(id: activity.id))
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
        #expect(try test.tracker.activities.map(\.state) == [.dismissed])
        let tracker = try test.tracker
        #expect(await test.app.run { tracker.live(ParcelAttributes.self) }.isEmpty)
    }

    @Test
    func `LA-13: the next launch removes the token of an activity that ended meanwhile`()
        async throws
    {
        let test = try await ParcelPhone()
        _ = try await test.start()
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1)
        try await test.phone.forceQuit(test.app)
        await test.phone.advance(by: .seconds(13 * 3600))
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1)

        try await test.phone.launch(test.app)
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
    }

    @Test func `after a second launch, a running activity is followed and has its token`()
        async throws
    {
        let test = try await ParcelPhone()
        let activity = try await test.start()
        let token = try await test.token(.liveActivity, type: "ParcelAttributes")
        try await test.phone.terminate(test.app)
        try await test.phone.launch(test.app)
        #expect(try await test.token(.liveActivity, type: "ParcelAttributes") == token)
        #expect(try test.tracker.activities.map(\.id) == [activity.id])
        #expect(try test.tracker.activities.map(\.hasToken) == [true])
    }

    @Test
    func `LA-5, LA-10: the app updates and ends an activity, and a later push does not change it`()
        async throws
    {
        let test = try await ParcelPhone()
        let activity = try await test.start()
        let token = try await test.token(.liveActivity, type: "ParcelAttributes")
        let tracker = try test.tracker
        let stale = test.phone.clock.now.addingTimeInterval(600)
        await test.app.run {
            await tracker.update(
                activity, to: .init(step: "near", stops: 1), staleDate: stale, relevance: 5)
        }
        #expect(activity.content.state == .init(step: "near", stops: 1))
        #expect(activity.content.staleDate == stale)
        #expect(activity.content.relevanceScore == 5)

        await test.phone.advance(by: .seconds(601))
        try await test.wait { tracker.activities.map(\.state) == [.stale] }
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1, "LA-11: it continues")

        await test.app.run { await tracker.end(activity, state: .init(step: "here", stops: 0)) }
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
        try await test.push(
            #""event":"update","content-state":{"step":"x","stops":1}"#, to: token)
        #expect(activity.content.state.step == "here")
    }

    @Test func `endAll removes all activities, and their tokens from the server`() async throws {
        let test = try await ParcelPhone()
        _ = try await test.start()
        let tracker = try test.tracker
        _ = try await test.app.run {
            try tracker.start(
                MatchAttributes(teams: "Lions – Bears"), state: .init(home: 0, away: 0))
        }
        #expect(try await test.tokens(.liveActivity, count: 2).count == 2)
        await test.app.run { await tracker.endAll() }
        #expect(test.phone.screen.activities.isEmpty)
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
    }

    @Test func `LA-2: the app knows whether Live Activities are allowed, even after a change`()
        async throws
    {
        let test = try await ParcelPhone()
        let tracker = try test.tracker
        #expect(tracker.areActivitiesEnabled)
        try await test.phone.perform(.setActivities(bundleID: test.app.bundleID, false))
        try await test.wait { !tracker.areActivitiesEnabled }
        await #expect(throws: ActivityAuthorizationError.denied) { try await test.start() }
        #expect(tracker.activities.isEmpty)
    }

    @Test func `LA-17: the app knows whether frequent updates are allowed, even after a change`()
        async throws
    {
        let test = try await ParcelPhone(describe: { $0.capabilities.frequentUpdates = true })
        let tracker = try test.tracker
        #expect(tracker.frequentPushesEnabled)
        try await test.phone.goHome()
        try await test.phone.perform(.setFrequentUpdates(bundleID: test.app.bundleID, false))
        try await test.phone.launch(test.app)
        try await test.wait { !tracker.frequentPushesEnabled }
    }

    @Test func `LA-20: an activity that subscribes to a channel has no token of its own`()
        async throws
    {
        let test = try await ParcelPhone()
        let tracker = try test.tracker
        let channel = "dHN0LXNyY2gtY2hubA=="
        _ = try await test.app.run {
            try tracker.start(
                MatchAttributes(teams: "Lions – Bears"), state: .init(home: 0, away: 0),
                updates: .byChannel(id: channel))
        }
        #expect(test.phone.state.activities.map(\.updates) == [.channel(channel)])
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
        #expect(tracker.activities.map(\.hasToken) == [false])
    }

    @Test func `an activity that only the app updates has no push token`() async throws {
        let test = try await ParcelPhone()
        let tracker = try test.tracker
        _ = try await test.app.run {
            try tracker.start(
                ParcelAttributes(number: "P7"), state: .init(step: "packed", stops: 9),
                updates: .byApp)
        }
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
        let mine = await test.app.run { tracker.live(ParcelAttributes.self) { $0.number == "P7" } }
        let others = await test.app.run {
            tracker.live(ParcelAttributes.self) { $0.number == "P8" }
        }
        #expect(mine.count == 1)
        #expect(others.isEmpty)
    }

    @Test func `if the server is down, the token is uploaded later`() async throws {
        struct Down: Error {}
        let test = try await ParcelPhone()
        await test.backend.fail(with: Down())
        _ = try await test.start()
        #expect(try await test.tokens(.liveActivity, count: 0).isEmpty)
        await test.backend.fail(with: nil)
        try await test.phone.terminate(test.app)
        try await test.phone.launch(test.app)
        await test.phone.advance(by: .seconds(3600))
        #expect(try await test.tokens(.liveActivity, count: 1).count == 1)
    }
}
