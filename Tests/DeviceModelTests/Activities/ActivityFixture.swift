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

/// A phone with an app that has Live Activities, and helpers that start and update them.
struct ActivityFixture {
    static let type = "GameAttributes"
    static let now = PhoneFixture.now
    static let epoch = PhoneFixture.now.wholeEpochSeconds
    static let channel = "dHN0LXNyY2gtY2hubA=="

    var phone: PhoneFixture
    var device: Device {
        get { phone.device }
        set { phone.device = newValue }
    }
    let startToken: DeviceToken

    init(
        _ state: AppState = .foreground, authorization: Authorization = .notDetermined,
        edit: (inout InstalledApp) -> Void = { _ in }
    ) throws {
        let start = try PhoneFixture.token(50)
        startToken = start
        phone = try PhoneFixture(state, authorization: authorization) { app in
            app.bundle.activityTypes = [Self.type]
            app.startTokens[Self.type] = start
            app.bundle.strings["en"] = ["SCORE": "%@ : %@"]
            edit(&app)
        }
        phone.device.model = "iPhone 17"
    }

    static func request(
        updates: LiveActivity.Updates = .token, edit: (inout ActivityRequest) -> Void = { _ in }
    ) -> ActivityRequest {
        var request = ActivityRequest(
            attributesType: type, attributes: "{}", contentState: #"{"home":0}"#, updates: updates)
        edit(&request)
        return request
    }

    /// Starts an activity, with a token if `updates` is `.token`, and returns its identifier.
    mutating func start(
        updates: LiveActivity.Updates = .token, at now: Date = ActivityFixture.now,
        edit: (inout ActivityRequest) -> Void = { _ in }
    ) throws -> String {
        let request = Self.request(updates: updates, edit: edit)
        let outcome = try device.startActivity(request, of: PhoneFixture.bundleID, at: now)
        let id = try #require(outcome.startedActivity?.id)
        if updates == .token {
            let number = UInt8(100 + device.activities.count)
            _ = device.setActivityToken(try PhoneFixture.token(number), of: id, at: now)
        }
        return id
    }

    func activity(_ id: String) throws -> LiveActivity { try #require(device.activity(id)) }

    /// A push to an activity, from the JSON members of its `aps`.
    func push(
        _ aps: String, to token: DeviceToken, priority: PushPriority = .immediate
    ) throws -> DevicePush {
        var push = try phone.push(
            "{\"aps\":{\(aps)}}", pushType: .liveactivity, token: token,
            topic: PhoneFixture.bundleID + ".push-type.liveactivity")
        push.priority = priority
        return push
    }

    /// Makes and applies the decision for a push to an activity.
    @discardableResult
    mutating func take(
        _ aps: String, for id: String, priority: PushPriority = .immediate,
        after seconds: Double = 0, answers: ArrivalAnswers? = nil
    ) throws -> ArrivalDecision {
        let token = try #require(try activity(id).token)
        let decision = device.decide(
            .push(try push(aps, to: token, priority: priority)),
            at: Self.now.addingTimeInterval(seconds), answers: answers)
        device.apply(decision)
        return decision
    }

    /// Makes and applies the decision for a push to the push-to-start token.
    @discardableResult
    mutating func takeStart(
        _ aps: String, token: DeviceToken? = nil, answers: ArrivalAnswers? = nil
    ) throws -> ArrivalDecision {
        let decision = device.decide(
            .push(try push(aps, to: token ?? startToken)), at: Self.now, answers: answers)
        device.apply(decision)
        return decision
    }

    /// The JSON members of the `aps` of an update.
    static func update(
        _ home: Int, after seconds: Int = 60, event: String = "update", more: String = ""
    ) -> String {
        #""timestamp":\#(epoch + seconds),"event":"\#(event)","content-state":{"home":\#(home)}"#
            + more
    }

    static func startPayload(_ more: String = #","input-push-token":1"#) -> String {
        update(0, after: 0, event: "start")
            + #","attributes-type":"\#(type)","attributes":{"team":"Lions"}"#
            + #","alert":{"title":"Lions","body":"It starts.","sound":"default"}"# + more
    }

    /// Processes everything that is due this many seconds after ``now``; returns the callbacks.
    @discardableResult
    mutating func pass(_ seconds: Double) -> [Callback] {
        var callbacks: [Callback] = []
        while case .outcome(let outcome) = device.takeDue(
            at: Self.now.addingTimeInterval(seconds))
        {
            callbacks += outcome.callbacks
        }
        return callbacks
    }

    @discardableResult
    mutating func perform(_ action: UserAction) throws -> ActionOutcome {
        try phone.perform(action)
    }

    static func date(_ seconds: Double) -> Date { now.addingTimeInterval(seconds) }
}
