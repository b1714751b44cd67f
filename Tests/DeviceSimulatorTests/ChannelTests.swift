// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let channel = "dHN0LXNyY2gtY2hubA=="

/// A phone whose app is in the foreground and starts Live Activities.
private struct Scene {
    let scene: PhoneUnderTest

    init() async throws { scene = try await PhoneUnderTest(.foreground) }

    var phone: VirtualDevice { scene.phone }

    func start() async throws -> String {
        let activity = try phone.system(for: PhoneUnderTest.bundleID).startActivity(
            ActivityRequest(
                attributesType: "GameAttributes", attributes: "{}", contentState: #"{"home":0}"#,
                updates: .channel(channel)))
        await phone.settled()
        return activity.id
    }

    func broadcast(_ home: Int) async throws -> [Arrival] {
        let timestamp = scene.clock.now.wholeEpochSeconds + home
        let aps = #""event":"update","timestamp":\#(timestamp),"content-state":{"home":\#(home)}"#
        return await phone.receive(
            ChannelBroadcast(
                id: APNSID(UUID()), bundleID: PhoneUnderTest.bundleID,
                channelID: try #require(ChannelID(channel)), body: Array("{\"aps\":{\(aps)}}".utf8),
                acceptedAt: scene.clock.now))
    }

    /// The channels that the phone reported to APNs, in order.
    var reported: [[String]] {
        get async {
            await scene.link.calls.compactMap {
                if case .follow(let channels) = $0 { channels } else { nil }
            }
        }
    }
}

struct ChannelTests {
    @Test
    func `LA-20: APNs is informed of a channel once, and again when the last follower leaves`()
        async throws
    {
        let scene = try await Scene()
        let ids = [try await scene.start(), try await scene.start()]
        #expect(await scene.reported == [[channel]])
        let arrivals = try await scene.broadcast(3)
        #expect(arrivals.map(\.outcome) == [.shown, .shown])
        #expect(arrivals.map(\.pushType) == [.liveactivity, .liveactivity])
        for id in ids {
            #expect(scene.phone.snapshot.activity(id)?.contentState == #"{"home":3}"#)
        }
        try await scene.phone.perform(.removeActivity(id: ids[0]))
        await scene.phone.settled()
        #expect(await scene.reported == [[channel]])
        try await scene.phone.perform(.removeActivity(id: ids[1]))
        await scene.phone.settled()
        #expect(await scene.reported == [[channel], []])
        #expect(try await scene.broadcast(4).isEmpty)
    }

    @Test func `LA-20: a failed report to APNs is repeated with the next connection`() async throws
    {
        let scene = try await Scene()
        await scene.scene.link.refuse(true)
        _ = try await scene.start()
        await scene.phone.settled()
        // The report is sent only once per connection.
        #expect(await scene.reported == [[channel]])
        await scene.scene.link.refuse(false)
        try await scene.phone.perform(.setOnline(false))
        try await scene.phone.perform(.setOnline(true))
        await scene.phone.settled()
        #expect(await scene.reported == [[channel], [channel]])
    }

    @Test func `LA-20: an offline phone informs APNs of a channel when it is online again`()
        async throws
    {
        let scene = try await Scene()
        try await scene.phone.perform(.setOnline(false))
        _ = try await scene.start()
        #expect(await scene.reported.isEmpty)
        try await scene.phone.perform(.setOnline(true))
        await scene.phone.settled()
        #expect(await scene.reported == [[channel]])
    }
}
