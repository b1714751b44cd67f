// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The requests of a run.
extension ServiceRun {
    private static let bodies = [
        Array(#"{"aps":{"alert":"Dinner"}}"#.utf8), Array(#"{"aps":{"alert":"Dinner"}}"#.utf8),
        Array(#"{"aps":{"badge":1}}"#.utf8), Array("Dinner".utf8), [],
    ]

    mutating func sendPush() {
        let push = makePush()
        let number = service.service.log.lastSequence + 1
        begin { "push \(push.text) to \(push.token.hex.prefix(8)), \(push.body.count) bytes" }
        let (outcome, actions) = service.send(
            push, repeats: random.chance(3, outOf: 4), now: now)
        requestCount += 1
        receive(actions)
        let expected = model.send(push, number: number, now: now)
        note { "  \(outcome.status) \(outcome.reason?.rawValue ?? "")" }
        if !outcome.isSame(as: expected) {
            report("the response is \(outcome), but the model says \(expected)")
        }
    }

    private mutating func makePush() -> SimulatedPush {
        let connection = Int(random.next() % UInt64(environments.count))
        var token = tokens.isEmpty ? nil : pick(tokens)
        if random.chance(1, outOf: 40) { token = nil }
        let registered = token.flatMap { model.tokens[$0] }
        // Most pushes use a connection of the token's environment.
        let right = environments.indices.filter { environments[$0] == registered?.environment }
        let chosen = right.isEmpty || random.chance(1, outOf: 20) ? connection : pick(right)
        let pushType = pick([PushType.alert, .alert, .background])
        let priority =
            pushType == .background
            ? PushPriority.powerAware : pick([.immediate, .immediate, .powerAware, .powerFirst])
        let seconds = now.wholeEpochSeconds
        let body = random.chance(1, outOf: 20) ? pick(Self.bodies) : Self.bodies[0]
        return SimulatedPush(
            token: token ?? unknownToken(), app: registered?.app ?? Self.apps[0],
            environment: environments[chosen], connection: chosen, pushType: pushType,
            priority: priority,
            expiration: pick([nil, 0, 300, seconds + 50, seconds + 5_000, seconds + 9_000_000]),
            collapseID: pick([nil, nil, "a", "b"]), body: body, id: APNSID.random(using: &random))
    }

    private mutating func unknownToken() -> DeviceToken {
        let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return (try? DeviceToken(bytes: bytes)) ?? tokens[0]
    }

    // MARK: Broadcasts

    mutating func addChannels() throws {
        for stores in [false, true] {
            let id = service.change { [now] service, generator in
                service.channels.create(
                    for: Self.apps[0], .sandbox, storage: stores ? .mostRecent : .none, now: now,
                    using: &generator
                ).id
            }
            model.channels[id] = .init(app: Self.apps[0], stores: stores)
        }
    }

    private var channelIDs: [ChannelID] { model.channels.keys.sorted { $0.text < $1.text } }

    mutating func follow() throws {
        let id = pick(deviceIDs)
        guard let device = model.devices[id], !device.isLight else { return }
        let wanted = Set(channelIDs.filter { _ in random.chance(1, outOf: 2) })
        begin { "\(id) follows \(wanted.count) channels" }
        let actions = try service.release(id, now: now) { service, time in
            try service.setFollowed(
                Set(
                    wanted.map {
                        ChannelSubscription(
                            bundleID: Self.apps[0], environment: .sandbox, channelID: $0)
                    }), by: id, now: time)
        }
        receive(actions)
        model.setFollowed(wanted, by: id, now: now)
    }

    mutating func sendBroadcast() {
        let channel = pick(channelIDs)
        let stores = model.channels[channel]?.stores ?? false
        let seconds = now.wholeEpochSeconds
        let expiration = stores ? pick([0, seconds + 600, seconds + 86_400, 300]) : 0
        let id = APNSID.random(using: &random)
        let request = ServiceRequest(
            method: "POST", path: "/4/broadcasts/apps/" + Self.apps[0],
            headers: [
                .init("authorization", service.authorization(of: 0)),
                .init("apns-channel-id", channel.text), .init("apns-push-type", "liveactivity"),
                .init("apns-priority", "10"), .init("apns-expiration", String(expiration)),
                .init("apns-request-id", id.text),
            ], body: Array(#"{"aps":{"event":"update"}}"#.utf8))
        begin { "broadcast \(id.text.prefix(8)) until \(expiration)" }
        let response = service.handle(request, 0, now: now)
        receive(response.actions)
        let expected = model.sendBroadcast(
            "broadcast \(id.text.prefix(8))", to: channel, expiration: expiration, now: now)
        let outcome = service.outcome(of: response)
        note { "  \(outcome.status) \(outcome.reason?.rawValue ?? "")" }
        if !outcome.isSame(as: expected) {
            report("the response is \(outcome), but the model says \(expected)")
        }
    }
}

extension ModelAPNS {
    /// Determines the outcome of a broadcast on the first connection.
    mutating func sendBroadcast(
        _ text: String, to channel: ChannelID, expiration: Int, now: Date
    ) -> Outcome {
        let app = channels[channel]?.app ?? ""
        let fault = faults.take(environment: .sandbox, app: app, token: nil, now: now)
        var outcome = Outcome(status: 200)
        if let fault, !fault.carriesOut {
            outcome = Outcome(status: fault.status ?? 0, reason: fault.reason)
            if fault.kind == .expiredToken {
                outcome = Outcome(status: 403, reason: .expiredProviderToken)
                spoiledConnections.insert(0)
            }
        } else if spoiledConnections.contains(0) {
            outcome = Outcome(status: 403, reason: .expiredProviderToken)
        } else {
            broadcast(text, to: channel, expiration: expiration, now: now)
        }
        outcome.fault = fault.flatMap { $0.isVisible ? $0.kind : nil }
        return outcome
    }
}

extension ModelAPNS.Outcome {
    /// Returns whether two outcomes are the same for a sender, which gets times in milliseconds.
    func isSame(as other: Self) -> Bool {
        status == other.status && reason == other.reason && fault == other.fault
            && timestamp?.wholeEpochMilliseconds() == other.timestamp?.wholeEpochMilliseconds()
    }
}

extension SimulatedPush {
    /// What a device receives, as in ``text``.
    static func text(of push: DevicePush) -> String {
        "\(push.id.text.prefix(8)) \(push.pushType.rawValue) \(push.priority.rawValue) "
            + (push.collapseID?.text ?? "-")
    }
}
