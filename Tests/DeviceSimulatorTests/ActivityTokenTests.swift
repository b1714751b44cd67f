// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// App code that records its callbacks and can decode only some content states.
private final class RecordingCode: AppCode {
    private let calls = Mutex<[Callback.Kind]>([])

    var kinds: [Callback.Kind] { calls.withLock { $0 } }

    func run(_ callback: Callback, on system: AppSystem) async {
        calls.withLock { $0.append(callback.kind) }
    }

    func canDecode(contentState: String, attributesType: String) async -> Bool {
        attributesType == "GameAttributes" && contentState.contains("home")
    }
}

private func activityPush(
    _ aps: String, to token: DeviceToken, at scene: PhoneUnderTest
) -> DevicePush {
    DevicePush(
        deviceToken: token,
        topic: Topic(bundleID: PhoneUnderTest.bundleID, pushType: .liveactivity),
        pushType: .liveactivity, priority: .immediate,
        id: APNSID(UUID(bytes: [UInt8](repeating: 7, count: 16))),
        body: Array("{\"aps\":{\(aps)}}".utf8), acceptedAt: scene.clock.now)
}

private func start(at scene: PhoneUnderTest) -> String {
    #""timestamp":\#(scene.clock.now.wholeEpochSeconds),"event":"start","#
        + #""content-state":{"home":0},"attributes-type":"GameAttributes","attributes":{},"#
        + #""alert":{"title":"T","body":"B"},"input-push-token":1"#
}

private func update(_ state: String, after seconds: Int, at scene: PhoneUnderTest) -> String {
    #""timestamp":\#(scene.clock.now.wholeEpochSeconds + seconds),"event":"update","#
        + #""content-state":\#(state)"#
}

@Test func `LA-7, LA-9: a push starts an activity, and the app gets the activity's token`()
    async throws
{
    let code = RecordingCode()
    let scene = try await PhoneUnderTest(.terminated, code: code)
    let bundleID = PhoneUnderTest.bundleID
    scene.phone.system(for: bundleID).registerActivityStart(attributesType: "GameAttributes")
    await scene.phone.settled(withCode: true)
    let startToken = try #require(try scene.app.startTokens["GameAttributes"])
    let arrival = await scene.phone.receive(
        activityPush(start(at: scene), to: startToken, at: scene))
    #expect(arrival.outcome == .shown)
    let activity = try #require(scene.phone.snapshot.activities.first)
    let token = try #require(activity.token)
    #expect(code.kinds.contains(.activityStarted))
    #expect(code.kinds.contains(.activityToken))
    #expect(try scene.app.state == .suspended)
    #expect(
        await scene.link.calls.contains(.registerInstance(.liveActivity, activity.id)))
    #expect(
        await scene.link.calls.contains(.registerInstance(.liveActivityStart, "GameAttributes")))

    // LA-6: the app's own code decides which content states it can decode.
    let odd = await scene.phone.receive(
        activityPush(update(#"{"score":1}"#, after: 1, at: scene), to: token, at: scene))
    #expect(odd.reasons.first == "LA-6")
    let good = await scene.phone.receive(
        activityPush(update(#"{"home":1}"#, after: 2, at: scene), to: token, at: scene))
    #expect(good.outcome == .shown)
    #expect(scene.phone.snapshot.activities.first?.contentState == #"{"home":1}"#)

    try await scene.phone.perform(.rotateActivityToken(id: activity.id))
    let second = try #require(scene.phone.snapshot.activities.first?.token)
    #expect(second != token)
    try await scene.phone.perform(.removeActivity(id: activity.id))
    let revoked = await scene.link.calls.filter { $0 == .revoke(1) }
    #expect(revoked.count == 2)
}

@Test func `LA-9: an activity that starts offline gets its token when the phone is online`()
    async throws
{
    let code = RecordingCode()
    let scene = try await PhoneUnderTest(.foreground, code: code)
    try await scene.phone.perform(.setOnline(false))
    let started = try scene.phone.system(for: PhoneUnderTest.bundleID).startActivity(
        ActivityRequest(
            attributesType: "GameAttributes", attributes: "{}", contentState: "{}",
            updates: .token))
    await scene.phone.settled(withCode: true)
    #expect(scene.phone.snapshot.activity(started.id)?.token == nil)
    try await scene.phone.perform(.setOnline(true))
    #expect(scene.phone.snapshot.activity(started.id)?.token != nil)
    #expect(code.kinds.contains(.activityToken))
}
