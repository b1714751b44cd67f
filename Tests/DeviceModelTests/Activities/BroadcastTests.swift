// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let channel = ChannelID(ActivityFixture.channel)

private func broadcast(
    _ aps: String, sentAfter seconds: Double = 0
) throws -> ChannelBroadcast {
    ChannelBroadcast(
        id: APNSID(UUID()), bundleID: PhoneFixture.bundleID, channelID: try #require(channel),
        body: Array("{\"aps\":{\(aps)}}".utf8),
        acceptedAt: ActivityFixture.now.addingTimeInterval(seconds))
}

@Test func `LA-20: a broadcast reaches every activity that follows its channel, and no other`()
    throws
{
    var scene = try ActivityFixture()
    let first = try scene.start(updates: .channel(ActivityFixture.channel))
    let second = try scene.start(updates: .channel(ActivityFixture.channel))
    let other = try scene.start(updates: .channel("b3RoZXI="))
    let own = try scene.start()
    #expect(
        scene.device.followers(ofChannel: ActivityFixture.channel, bundleID: PhoneFixture.bundleID)
            == [first, second])
    let decisions = scene.device.broadcast(
        try broadcast(ActivityFixture.update(5)), at: ActivityFixture.now)
    #expect(decisions.map(\.outcome) == [.shown, .shown])
    for id in [first, second] {
        #expect(try scene.activity(id).contentState == #"{"home":5}"#)
    }
    for id in [other, own] { #expect(try scene.activity(id).contentState == #"{"home":0}"#) }
    let wrong = scene.device.decide(
        try broadcast(ActivityFixture.update(6, after: 90)), for: own, at: ActivityFixture.now)
    #expect(wrong.reasons == ["LA-20"])
    // The channel still exists when no activity follows it.
    for id in [first, second] { try scene.perform(.removeActivity(id: id)) }
    #expect(
        scene.device.broadcast(try broadcast(ActivityFixture.update(6)), at: ActivityFixture.now)
            .isEmpty)
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    #expect(
        scene.device.broadcast(
            try broadcast(ActivityFixture.update(7, after: 99)), at: ActivityFixture.now
        ).count == 1)
}

@Test func `LA-8: a broadcast cannot start an activity`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start(updates: .channel(ActivityFixture.channel))
    let decisions = scene.device.broadcast(
        try broadcast(ActivityFixture.startPayload()), at: ActivityFixture.now)
    #expect(decisions.map(\.reasons) == [["LA-8"]])
    #expect(scene.device.activities.map(\.id) == [id])
}

@Test(arguments: [(5120, true), (5121, false)])
func `LA-15, C4: a broadcast may have up to 5 KB`(byteCount: Int, isTaken: Bool) throws {
    var scene = try ActivityFixture()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    let bare = try broadcast(ActivityFixture.update(5, more: #","pad":"""#)).body.count
    let pad = String(repeating: "p", count: byteCount - bare)
    let long = try broadcast(ActivityFixture.update(5, more: #","pad":"\#(pad)""#))
    #expect(long.body.count == byteCount)
    let decisions = scene.device.broadcast(long, at: ActivityFixture.now)
    #expect(decisions.map { $0.outcome == .shown } == [isTaken])
    #expect(decisions.first?.reasons.contains("LA-15") == !isTaken)
}

@Test func `a broadcast with an end event ends every activity that follows the channel`() throws {
    var scene = try ActivityFixture()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    scene.device.broadcast(
        try broadcast(ActivityFixture.update(5, event: "end", more: #","dismissal-date":0"#)),
        at: ActivityFixture.now)
    #expect(scene.device.activities.isEmpty)
}

@Test func `LA-20: each channel that a Live Activity follows is reported to APNs once`() throws {
    var scene = try ActivityFixture()
    #expect(scene.device.followedChannels.isEmpty)
    let first = try scene.start(updates: .channel(ActivityFixture.channel))
    let second = try scene.start(updates: .channel(ActivityFixture.channel))
    _ = try scene.start()
    let subscription = ChannelSubscription(
        bundleID: PhoneFixture.bundleID, environment: .sandbox, channelID: try #require(channel))
    #expect(scene.device.followedChannels == [subscription])
    // An activity that has ended but is still on the Lock Screen no longer follows the channel.
    for id in [first, second] {
        #expect(scene.device.followedChannels == [subscription])
        _ = scene.device.endActivity(
            id, contentState: nil, staleDate: nil, dismissal: .default, timestamp: nil,
            at: ActivityFixture.now)
    }
    #expect(scene.device.followedChannels.isEmpty)
}

@Test func `an offline phone receives no broadcast`() throws {
    var scene = try ActivityFixture()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    try scene.perform(.setOnline(false))
    #expect(
        scene.device.broadcast(try broadcast(ActivityFixture.update(1)), at: ActivityFixture.now)
            .isEmpty)
}
