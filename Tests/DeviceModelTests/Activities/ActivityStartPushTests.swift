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

@Test(arguments: AppState.allCases)
func `LA-7: a push starts an activity, runs the app and requests a token for it`(
    state: AppState
) throws {
    var scene = try ActivityFixture(state)
    let decision = try scene.takeStart(ActivityFixture.startPayload())
    #expect(decision.reasons.first == "LA-7")
    #expect(decision.outcome == .shown)
    let activity = try #require(scene.device.activities.first)
    #expect(activity.attributes == #"{"team":"Lions"}"#)
    #expect(activity.timestamp == Double(ActivityFixture.epoch))
    #expect(activity.updates == .token)
    #expect(decision.linkOrders == [.registerActivity(id: activity.id)])
    let isLaunched = state == .terminated || state == .forceQuit
    #expect(
        decision.callbacks.map(\.kind)
            == (isLaunched ? [.didFinishLaunching] : []) + [.activityStarted])
    #expect(decision.callbacks.last?.subject == .activity(activity))
    #expect(try scene.phone.app.state == (state == .foreground ? .foreground : .background))
    #expect(decision.startsBackgroundRun == (isLaunched || state == .suspended))
    // LA-2: a Live Activity needs no permission for notifications.
    #expect(try scene.phone.app.authorization == .notDetermined)
}

struct StartPushRow: CustomTestStringConvertible {
    let rule: RuleID
    let isStarted: Bool
    var aps = ActivityFixture.startPayload()
    var version = "26.0"
    var updates: LiveActivity.Updates?
    var app: @Sendable (inout InstalledApp) -> Void = { _ in }

    var testDescription: String { "\(rule) \(isStarted) \(version) \(aps.suffix(70))" }

    private static func without(_ key: String) -> String {
        let payload = ActivityFixture.startPayload()
        return payload.replacing("\"\(key)\":", with: "\"x-\(key)\":")
    }

    private static let channel = #","input-push-channel":"\#(ActivityFixture.channel)""#

    static let all: [StartPushRow] = [
        StartPushRow(rule: "LA-7", isStarted: false, aps: without("attributes")),
        StartPushRow(rule: "LA-7", isStarted: false, aps: without("attributes-type")),
        StartPushRow(rule: "LA-7", isStarted: false, aps: without("content-state")),
        StartPushRow(rule: "LA-7", isStarted: false, aps: without("alert")),
        StartPushRow(rule: "LA-7", isStarted: false, aps: without("timestamp")),
        StartPushRow(rule: "LA-4", isStarted: false, aps: without("event")),
        StartPushRow(rule: "LA-9", isStarted: false, aps: ActivityFixture.update(1)),
        StartPushRow(rule: "LA-7", isStarted: false, version: "17.1"),
        StartPushRow(rule: "LA-7", isStarted: true, version: "17.2", updates: .token),
        StartPushRow(
            rule: "LA-7", isStarted: true, aps: ActivityFixture.startPayload(""), updates: .token),
        StartPushRow(
            rule: "LA-7", isStarted: true,
            aps: ActivityFixture.startPayload(#","input-push-token":0"#), updates: .app),
        StartPushRow(
            rule: "LA-20", isStarted: true, aps: ActivityFixture.startPayload(channel),
            updates: .channel(ActivityFixture.channel)),
        StartPushRow(
            rule: "LA-7", isStarted: false, aps: ActivityFixture.startPayload(channel),
            version: "17.6"),
        StartPushRow(
            rule: "LA-20", isStarted: false,
            aps: ActivityFixture.startPayload(#","input-push-channel":"%%%""#)),
        StartPushRow(
            rule: "LA-2", isStarted: false, app: { $0.capabilities.liveActivities = false }),
        StartPushRow(
            rule: "LA-9", isStarted: false,
            aps: ActivityFixture.startPayload().replacing("Game", with: "Ride")),
    ]
}

@Test(arguments: StartPushRow.all)
func `a push starts an activity only if the app, system and payload permit it`(row: StartPushRow)
    throws
{
    var scene = try ActivityFixture(.suspended, edit: row.app)
    scene.device.systemVersion = row.version
    let decision = try scene.takeStart(row.aps)
    #expect(decision.reasons.contains(row.rule), "\(decision.summary)")
    #expect((decision.outcome == .shown) == row.isStarted, "\(decision.summary)")
    #expect(scene.device.activities.count == (row.isStarted ? 1 : 0))
    #expect(scene.device.activities.first?.updates == row.updates)
    #expect(try scene.phone.app.state == (row.isStarted ? .background : .suspended))
    #expect(decision.linkOrders.isEmpty == (row.updates != .token))
}

@Test func `LA-22: a push starts no activity beyond the limit`() throws {
    var scene = try ActivityFixture()
    for _ in 0..<5 { try scene.takeStart(ActivityFixture.startPayload()) }
    let over = try scene.takeStart(ActivityFixture.startPayload())
    #expect(over.reasons == ["LA-22"])
    #expect(Set(scene.device.activities.map(\.id)).count == 5)
}

@Test func `LA-6: a push whose content state the app cannot decode starts nothing`() throws {
    var scene = try ActivityFixture(.suspended)
    let asked = try scene.takeStart(ActivityFixture.startPayload(), answers: ArrivalAnswers())
    guard case .contentState(_, ActivityFixture.type, _) = asked.question else {
        Issue.record("the app was not asked whether it can decode the content state")
        return
    }
    let refused = try scene.takeStart(
        ActivityFixture.startPayload(), answers: ArrivalAnswers(contentStateFits: false))
    #expect(refused.reasons == ["LA-6"])
    #expect(scene.device.activities.isEmpty)
    try scene.takeStart(
        ActivityFixture.startPayload(), answers: ArrivalAnswers(contentStateFits: true))
    #expect(scene.device.activities.count == 1)
}

@Test(arguments: AppState.allCases)
func `LA-9: an activity's token arrives later, may change, and runs the app`(state: AppState) throws
{
    var scene = try ActivityFixture()
    let started = try scene.device.startActivity(
        ActivityFixture.request(), of: PhoneFixture.bundleID, at: ActivityFixture.now)
    let id = try #require(started.startedActivity?.id)
    #expect(try scene.activity(id).token == nil)
    let (first, second) = (try PhoneFixture.token(70), try PhoneFixture.token(71))
    try scene.perform(.bring(bundleID: PhoneFixture.bundleID, to: state))
    let given = scene.device.setActivityToken(first, of: id, at: ActivityFixture.now)
    #expect(given.callbacks.last?.kind == .activityToken)
    let isLaunched = state == .terminated || state == .forceQuit
    #expect((given.callbacks.first?.kind == .didFinishLaunching) == isLaunched)
    #expect(try scene.phone.app.state == (state == .foreground ? .foreground : .background))
    let rotation = try scene.perform(.rotateActivityToken(id: id))
    #expect(
        rotation.linkOrders == [.revoke([first], because: .replaced), .registerActivity(id: id)])
    let changed = scene.device.setActivityToken(second, of: id, at: ActivityFixture.now)
    guard case .activity(let activity) = changed.callbacks.last?.subject else {
        Issue.record("the callback has no token")
        return
    }
    #expect(activity.token == second)
    // LA-9: the old token is no longer valid.
    for (token, outcome) in [(first, Arrival.Outcome.discarded), (second, .shown)] {
        let push = try scene.push(ActivityFixture.update(1), to: token)
        #expect(scene.device.decide(.push(push), at: ActivityFixture.now).outcome == outcome)
    }
    try scene.perform(.removeActivity(id: id))
    let late = scene.device.setActivityToken(first, of: id, at: ActivityFixture.now)
    #expect(late.linkOrders == [.revoke([first], because: .activityOver)])
}

@Test func `LA-9: each attributes type has its own push-to-start token`() throws {
    var scene = try ActivityFixture()
    let bundleID = PhoneFixture.bundleID
    let existing = scene.device.requestActivityStartToken(
        attributesType: ActivityFixture.type, of: bundleID, at: ActivityFixture.now)
    #expect(
        existing.callbacks.map(\.subject) == [
            .activityStart(attributesType: ActivityFixture.type, token: scene.startToken)
        ])
    let requested = scene.device.requestActivityStartToken(
        attributesType: "RideAttributes", of: bundleID, at: ActivityFixture.now)
    #expect(requested.callbacks.isEmpty)
    #expect(
        requested.linkOrders == [
            .registerActivityStart(bundleID: bundleID, attributesType: "RideAttributes")
        ])
    let ride = try PhoneFixture.token(72)
    let given = scene.device.setActivityStartToken(
        ride, attributesType: "RideAttributes", of: bundleID, at: ActivityFixture.now)
    #expect(given.callbacks.map(\.kind) == [.activityStartToken])
    let payload = ActivityFixture.startPayload().replacing(
        "GameAttributes", with: "RideAttributes")
    #expect(try scene.takeStart(payload, token: ride).outcome == .shown)
    #expect(try scene.takeStart(payload).outcome == .discarded)
}
