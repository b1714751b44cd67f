// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
package import APNSWire
import DeviceModel
import Simulation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The response of APNs to a push. It is obtained by running the simulated service.
package struct ServiceVerdict: Hashable, Sendable {
    /// The outcome of the push at APNs.
    package enum Result: Hashable, Sendable {
        /// The push was accepted and delivered to the phone.
        case delivered
        /// The push was accepted, and is stored until the phone can be reached again.
        case stored
        /// The push was accepted and discarded.
        case discarded
        case refused(RejectionReason)
    }

    package let result: Result
    /// The HTTP status.
    package let status: Int
    /// The detailed cause. It is known to the service, but is not reported to the sender.
    package let because: String
    /// Whether the push was discarded because no phone could read it.
    package let isUnreadable: Bool
    /// Whether the push was discarded because the person switched the app's notifications off. The
    /// phone reports this setting to APNs (`LC-24`).
    package let isDisabled: Bool

    /// Whether APNs accepted the push.
    package var isAccepted: Bool { status == 200 }
}

/// A service with one key, one app and one phone, to which one push is sent.
struct ServiceTrial {
    let verdict: ServiceVerdict
    /// The push in the form that reaches the phone; `nil` if the push does not reach the phone.
    let push: DevicePush?
    /// The phone with its token.
    let phone: Device

    private static let keyID = "EXPLAIN001"
    private static let teamID = "BELLHOPDEV"

    init(_ input: ExplainedPush, _ inference: PushInference, _ scenario: Scenario, now: Date) throws
    {
        // With a fixed seed, the identifiers are always the same, so that results can be compared.
        var generator = SeededGenerator(seed: 1)
        let key = try ProviderKey.generate(keyID: Self.keyID, teamID: Self.teamID)
        var service = PushService(tokenCheck: SignedTokenCheck())
        try service.registerKey(
            RegisteredKey(keyID: Self.keyID, teamID: Self.teamID, publicKey: key.publicKey))
        let bundleID = scenario.app?.app.bundleID ?? inference.topic.bundleID
        for id in [bundleID, inference.topic.bundleID] where Topic.isPlausible(id) {
            try service.registerApp(bundleID: id, teamID: Self.teamID)
        }
        try service.registerDevice(Scenario.phoneID, isOnline: scenario.isOnline)
        var tokens: [TokenFamily: DeviceToken] = [:]
        let family = Self.family(inference.pushType, input.payload)
        for family in family == .app ? [.app] : [.app, family] {
            tokens[family] = try service.registerToken(
                deviceID: Scenario.phoneID, bundleID: bundleID, environment: .sandbox,
                family: family, now: now, using: &generator)
        }
        phone = scenario.phone(
            bundleID: bundleID, tokens: tokens, running: input.payload, at: now)
        guard let token = tokens[family] else { throw ExplainError.noToken }
        // Like the simulator's phones, this phone reports to APNs which apps may not show
        // notifications.
        for app in phone.apps where app.authorization == .denied {
            try service.setNotificationsEnabled(
                false, bundleID: app.bundleID, deviceID: Scenario.phoneID)
        }
        let request = PushRequest(
            deviceToken: token, body: input.body, topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            expiration: input.expiration, collapseID: input.collapseID,
            id: .random(using: &generator))
        let authorization = try ProviderToken(signedBy: key, issuedAt: now).authorizationValue
        let headers =
            [ServiceRequest.Header(APNSHeader.authorization, authorization)]
            + request.headerFields.map { ServiceRequest.Header($0.name, $0.value) }
        var connection = ConnectionState()
        let response = service.handle(
            ServiceRequest(
                method: "POST", path: request.path, headers: headers, body: request.body),
            connection: &connection, environment: .sandbox, now: now, using: &generator)
        let entry = service.log.entry(service.log.lastSequence)
        var actions = response.actions
        let result = Self.result(entry)
        if result == .stored {
            actions = try service.setOnline(true, deviceID: Scenario.phoneID, now: now)
        }
        verdict = ServiceVerdict(
            result: result, status: response.status, because: entry?.explanation ?? "",
            isUnreadable: entry?.delivery == .discardedUndeliverable,
            isDisabled: entry?.delivery == .discardedDisabled)
        push =
            actions.lazy.compactMap { action in
                if case .deliver(let push, _) = action { push } else { nil }
            }.first
    }

    private static func result(_ entry: ServiceLogEntry?) -> ServiceVerdict.Result {
        if let reason = entry?.reason { return .refused(reason) }
        guard let delivery = entry?.delivery else { return .discarded }
        return delivery.reachedDevice ? .delivered : delivery.isWaiting ? .stored : .discarded
    }

    /// Returns the family of the token to which a push is sent. Starting a Live Activity requires a
    /// push-to-start token.
    private static func family(_ type: PushType, _ payload: Payload) -> TokenFamily {
        type == .liveactivity && payload.aps?.liveActivity.event == .start
            ? .liveActivityStart : type.traits.tokenFamily
    }
}

/// The reason why a push cannot be explained. The payload is never the cause.
enum ExplainError: Error {
    case noToken
}
