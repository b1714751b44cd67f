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

private func broadcast(
    _ aps: String, channel: String = ActivityFixture.channel, sentAfter seconds: Double = 0,
    expiration: Date? = nil
) -> ChannelBroadcast {
    ChannelBroadcast(
        bundleID: PhoneFixture.bundleID, channelID: channel, body: Array("{\"aps\":{\(aps)}}".utf8),
        sentAt: ActivityFixture.now.addingTimeInterval(seconds), expiration: expiration)
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
        broadcast(ActivityFixture.update(5)), at: ActivityFixture.now)
    #expect(decisions.map(\.outcome) == [.shown, .shown])
    for id in [first, second] {
        #expect(try scene.activity(id).contentState == #"{"home":5}"#)
    }
    for id in [other, own] { #expect(try scene.activity(id).contentState == #"{"home":0}"#) }
    let wrong = scene.device.decide(
        broadcast(ActivityFixture.update(6, after: 90)), for: own, at: ActivityFixture.now)
    #expect(wrong.reasons == ["LA-20"])
    // The channel outlives its followers.
    for id in [first, second] { try scene.perform(.removeActivity(id: id)) }
    #expect(
        scene.device.broadcast(broadcast(ActivityFixture.update(6)), at: ActivityFixture.now)
            .isEmpty)
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    #expect(
        scene.device.broadcast(
            broadcast(ActivityFixture.update(7, after: 99)), at: ActivityFixture.now
        ).count == 1)
}

@Test func `LA-8: a broadcast cannot start an activity`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start(updates: .channel(ActivityFixture.channel))
    let decisions = scene.device.broadcast(
        broadcast(ActivityFixture.startPayload()), at: ActivityFixture.now)
    #expect(decisions.map(\.reasons) == [["LA-8"]])
    #expect(scene.device.activities.map(\.id) == [id])
}

@Test(arguments: [(5120, true), (5121, false)])
func `LA-15: a broadcast has 5 KB (C4)`(byteCount: Int, isTaken: Bool) throws {
    var scene = try ActivityFixture()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    let bare = broadcast(ActivityFixture.update(5, more: #","pad":"""#)).body.count
    let pad = String(repeating: "p", count: byteCount - bare)
    let long = broadcast(ActivityFixture.update(5, more: #","pad":"\#(pad)""#))
    #expect(long.body.count == byteCount)
    let decisions = scene.device.broadcast(long, at: ActivityFixture.now)
    #expect(decisions.map { $0.outcome == .shown } == [isTaken])
    #expect(decisions.first?.reasons.contains("LA-15") == !isTaken)
}

@Test func `an ended broadcast takes every follower to its end`() throws {
    var scene = try ActivityFixture()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    scene.device.broadcast(
        broadcast(ActivityFixture.update(5, event: "end", more: #","dismissal-date":0"#)),
        at: ActivityFixture.now)
    #expect(scene.device.activities.isEmpty)
}

@Test(arguments: BroadcastChannel.Storage.allCases)
func `SF-10: what a phone that was away gets of a channel`(
    storage: BroadcastChannel.Storage
) throws {
    var scene = try ActivityFixture()
    let id = try scene.start(updates: .channel(ActivityFixture.channel))
    var channel = BroadcastChannel(
        id: ActivityFixture.channel, bundleID: PhoneFixture.bundleID, storage: storage)
    try scene.perform(.setOnline(false))
    for number in 1...3 {
        let sent = broadcast(ActivityFixture.update(number, after: number * 10))
        channel.note(sent)
        #expect(scene.device.broadcast(sent, at: ActivityFixture.date(Double(number * 10))).isEmpty)
    }
    channel.note(broadcast(ActivityFixture.update(4, after: 40), channel: "b3RoZXI="))
    try scene.perform(.setOnline(true))
    let kept = channel.kept(at: ActivityFixture.date(60))
    #expect((kept == nil) == (storage == .none))
    if let kept { scene.device.broadcast(kept, at: ActivityFixture.date(60)) }
    #expect(
        try scene.activity(id).contentState
            == (storage == .none ? #"{"home":0}"# : #"{"home":3}"#))
}

@Test func `LA-20: a channel keeps its newest broadcast for 8 hours at most`() throws {
    var channel = BroadcastChannel(
        id: ActivityFixture.channel, bundleID: PhoneFixture.bundleID, storage: .mostRecent)
    #expect(channel.kept(at: ActivityFixture.now) == nil)
    channel.note(broadcast(ActivityFixture.update(1)))
    let end = ActivityFixture.now.addingTimeInterval(BroadcastChannel.keptSecondsMax)
    #expect(channel.kept(at: end.addingTimeInterval(-1)) != nil)
    #expect(channel.kept(at: end) == nil)
    let soon = ActivityFixture.now.addingTimeInterval(60)
    channel.note(broadcast(ActivityFixture.update(2), expiration: soon))
    #expect(channel.kept(at: soon.addingTimeInterval(-1)) != nil)
    #expect(channel.kept(at: soon) == nil)
}
