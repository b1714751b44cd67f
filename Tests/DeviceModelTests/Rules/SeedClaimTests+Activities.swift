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

// Claims about Live Activities; see SeedClaimTests.

private let id = PhoneFixture.bundleID

extension PhoneFixture {
    /// Starts an activity from the app in the foreground and returns its identifier.
    fileprivate mutating func start(
        _ score: Double = 0, updates: LiveActivity.Updates = .app
    ) throws -> String {
        var request = ActivityRequest(
            attributesType: "Ride", attributes: "{}", contentState: #"{"at":0}"#, updates: updates)
        request.relevanceScore = score
        device = try device.startActivity(request, of: Self.bundleID, at: Self.now).device
        return try #require(device.activities.last?.id)
    }

    fileprivate mutating func update(
        _ activity: String, to state: String, timestamp: Double, stale: Date? = nil
    ) {
        device =
            device.updateActivity(
                activity, contentState: state, staleDate: stale, relevanceScore: 0,
                timestamp: timestamp, alert: nil, at: Self.now
            ).device
    }
}

extension PhoneFixture {
    /// Receives a push for a Live Activity this many seconds after ``now``.
    @discardableResult
    fileprivate mutating func takeActivityPush(
        _ aps: String, to token: DeviceToken, after seconds: Int
    ) throws -> ArrivalDecision {
        let now = Self.now.addingTimeInterval(Double(seconds))
        let timestamp = now.wholeEpochSeconds
        let push = try push(
            "{\"aps\":{\"timestamp\":\(timestamp),\(aps)}}", pushType: .liveactivity,
            token: token, topic: Self.bundleID + ".push-type.liveactivity")
        let decision = device.decide(.push(push), at: now)
        device.apply(decision)
        return decision
    }
}

@Test(arguments: [AppState.suspended, .terminated, .forceQuit])
func `T244, LC-11: a push changes an activity without running the app`(state: AppState) throws {
    var phone = try PhoneFixture(.foreground)
    let token = try PhoneFixture.token(9)
    let activity = try phone.start(updates: .token)
    phone.device = phone.device.settingToken(token, of: activity)
    phone.device[id]?.state = state
    let decision = try phone.takeActivityPush(
        #""event":"update","content-state":{"at":5}"#, to: token, after: 5)
    #expect(decision.callbacks.isEmpty)
    #expect(try phone.app.state == state)
    #expect(phone.device.activities.first?.contentState == #"{"at":5}"#)
}

@Test(arguments: [("17.1", 0), ("17.2", 1), ("26.0", 1)])
func `T249, LA-7: from iOS 17.2 on, a push can start an activity`(version: String, count: Int)
    throws
{
    var phone = try PhoneFixture()
    phone.device.systemVersion = version
    let token = try PhoneFixture.token(9)
    phone.device[id]?.startTokens["Ride"] = token
    phone.device[id]?.tokens[.liveActivityStart] = token
    try phone.takeActivityPush(
        #""event":"start","attributes-type":"Ride","attributes":{},"content-state":{},"#
            + #""alert":{"title":"A","body":"B"}"#, to: token, after: 1)
    #expect(phone.device.activities.count == count)
}

@Test(arguments: [(10, 10), (3, 3)])
func `T256, LA-16, LA-25: updates of priority 10 beyond the hourly budget are discarded`(
    perHour: Int, taken: Int
) throws {
    var phone = try PhoneFixture(.foreground)
    phone.device.choices.activityUpdatesPerHour = perHour
    let token = try PhoneFixture.token(9)
    let activity = try phone.start(updates: .token)
    phone.device = phone.device.settingToken(token, of: activity)
    for number in 1...15 {
        try phone.takeActivityPush(
            "\"event\":\"update\",\"content-state\":{\"at\":\(number)}", to: token,
            after: number)
    }
    #expect(phone.device.activities.first?.contentState == "{\"at\":\(taken)}")
}

@Test
func `T262, LA-20: an activity can follow a channel; an invalid channel identifier is refused`()
    throws
{
    var phone = try PhoneFixture(.foreground)
    _ = try phone.start(updates: .channel("dHN0LXNyY2gtY2hubA=="))
    #expect(phone.device.activities.map(\.updates) == [.channel("dHN0LXNyY2gtY2hubA==")])
    #expect(throws: ActivityFailure.self) { try phone.start(updates: .channel("no channel")) }
}

@Test(arguments: [("17.6", 0), ("18.0", 1)])
func `T262, LA-7: from iOS 18 on, a push can start an activity that follows a channel`(
    version: String, count: Int
) throws {
    var phone = try PhoneFixture()
    phone.device.systemVersion = version
    let token = try PhoneFixture.token(9)
    phone.device[id]?.startTokens["Ride"] = token
    phone.device[id]?.tokens[.liveActivityStart] = token
    try phone.takeActivityPush(
        #""event":"start","attributes-type":"Ride","attributes":{},"content-state":{},"#
            + #""alert":{"title":"A","body":"B"},"input-push-channel":"dHN0LXNyY2gtY2hubA==""#,
        to: token, after: 1)
    #expect(phone.device.activities.count == count)
    #expect(phone.device.activities.allSatisfy { $0.updates == .channel("dHN0LXNyY2gtY2hubA==") })
}

extension Device {
    /// This phone after an activity has received its token.
    fileprivate func settingToken(_ token: DeviceToken, of activity: String) -> Device {
        var device = self
        _ = device.setActivityToken(token, of: activity, at: PhoneFixture.now)
        return device
    }
}

@Test func `T252, LA-5: the phone ignores an update that is older than the last one`() throws {
    var phone = try PhoneFixture(.foreground)
    let activity = try phone.start()
    let now = PhoneFixture.now.timeIntervalSince1970
    phone.update(activity, to: #"{"at":2}"#, timestamp: now + 20)
    phone.update(activity, to: #"{"at":1}"#, timestamp: now + 10)
    #expect(phone.device.activities.first?.contentState == #"{"at":2}"#)
}

@Test func `T253, LA-11: after its stale date, an activity becomes stale but is not removed`()
    throws
{
    var phone = try PhoneFixture(.foreground)
    let activity = try phone.start()
    let stale = PhoneFixture.now.addingTimeInterval(60)
    phone.update(
        activity, to: "{}", timestamp: PhoneFixture.now.timeIntervalSince1970 + 1, stale: stale)
    while let event = phone.device.takeDue(at: stale) {
        if case .outcome(let outcome) = event { phone.device = outcome.device }
    }
    #expect(phone.device.activities.map(\.state) == [.stale])
}

@Test
func `T110, T255, LA-19, INT-10: an activity's relevance, unlike a notification's, may exceed 1`()
    throws
{
    var phone = try PhoneFixture(.foreground)
    let low = try phone.start(50)
    let high = try phone.start(75)
    #expect(phone.device.activities.map(\.relevanceScore) == [50, 75])
    #expect(phone.device.lockScreenActivities.map(\.id) == [high, low])
    #expect(phone.device.islandActivity?.id == high)
    let clamped = try phone.decide(#"{"aps":{"alert":"Hi","relevance-score":75}}"#)
    #expect(clamped.notification?.relevanceScore == 1)
}
