// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopGateway
import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A storage with one app, and short methods for the steps of the checks.
struct StoreScene: Sendable {
    static let app = "com.example.app"
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let harness: any StoreHarness
    let store: any GatewayStore

    init(_ harness: any StoreHarness) async throws {
        self.harness = harness
        store = try await harness.open(now: Self.start)
        try await putApp(Self.app)
    }

    private init(_ harness: any StoreHarness, _ store: any GatewayStore) {
        self.harness = harness
        self.store = store
    }

    /// Closes the storage, opens it again and returns it.
    func reopened(at seconds: Double) async throws -> StoreScene {
        try await store.close()
        return StoreScene(harness, try await harness.open(now: Self.at(seconds)))
    }

    @discardableResult
    func putApp(
        _ bundleID: String, name: String = "Example", userProof: UserProofRule? = nil,
        keys: String = "1", at seconds: Double = 0
    ) async throws -> StoredApp {
        try await store.putApp(
            bundleID: bundleID, name: name, userProof: userProof,
            keys: AppKeys(
                clientKey: "client \(bundleID) \(keys)",
                identitySecret: "identity \(bundleID) \(keys)"),
            now: Self.at(seconds))
    }

    /// Returns the time that is a number of seconds after the start.
    static func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    /// Returns a token of 32 equal bytes.
    static func token(_ byte: UInt8) throws -> DeviceToken {
        try DeviceToken(bytes: [UInt8](repeating: byte, count: 32))
    }

    @discardableResult
    func register(
        _ id: String, token: UInt8, user: String? = "alex", family: TokenFamily = .app,
        environment: APNSEnvironment = .sandbox, at seconds: Double = 0
    ) async throws -> StoredInstallation {
        let outcome = try await store.register(
            Registration(
                installationID: id, bundleID: Self.app, token: Self.token(token),
                environment: environment,
                family: family, user: user),
            now: Self.at(seconds))
        guard case .registered(let installation) = outcome else {
            throw ConformanceFailure(description: "registering \(id): found \(outcome)")
        }
        return installation
    }

    func message(
        _ id: String, to target: MessageTarget, type: PushType = .alert, deliveriesMax: Int = 100,
        idempotency: Idempotency? = nil, tokens: TokenChoice? = nil, lane: MessageLane? = nil
    ) -> NewMessage {
        NewMessage(
            id: id, target: target, bundleID: Self.app,
            body: Array(#"{"aps":{"alert":"\#(id)"}}"#.utf8),
            topic: Topic(bundleID: Self.app, pushType: type), pushType: type, priority: .immediate,
            deadline: Self.at(3600), deliveriesMax: deliveriesMax, idempotency: idempotency,
            tokens: tokens, lane: lane)
    }

    /// Stores a message for a target, and expects that the storage accepts it.
    func post(
        _ id: String, to target: MessageTarget, type: PushType = .alert, lane: MessageLane? = nil
    ) async throws {
        try expect(
            try await accept(message(id, to: target, type: type, lane: lane)), .accepted,
            "accepting \(id)")
    }

    func accept(_ message: NewMessage, at seconds: Double = 0) async throws -> AcceptOutcome {
        try await store.accept(message, now: Self.at(seconds)).outcome
    }

    func claim(
        _ owner: String = "one", limit: Int = 100, at seconds: Double = 1
    ) async throws -> [ClaimedDelivery] {
        try await store.claim(
            owner: owner, limit: limit, leaseUntil: Self.at(seconds + 30), now: Self.at(seconds))
    }

    /// Claims the only delivery that is due, and expects that there is exactly one.
    func claimOne(at seconds: Double = 1) async throws -> ClaimedDelivery {
        let claimed = try await claim(at: seconds)
        try expect(claimed.count, 1, "deliveries that are due at \(seconds) s")
        return claimed[0]
    }

    @discardableResult
    func record(
        _ delivery: ClaimedDelivery, _ step: DeliveryDecision.Step,
        token: DeliveryDecision.TokenVerdict = .unchanged, at seconds: Double = 2
    ) async throws -> Bool {
        let record = DeliveryRecord(
            id: delivery.id, fence: delivery.fence, decision: DeliveryDecision(step, token: token))
        return try await store.record([record], now: Self.at(seconds)).count == 1
    }

    func deliveries(_ messageID: String) async throws -> [StoredDelivery] {
        try await store.deliveries(messageID: messageID, after: nil, limit: 100)
    }

    /// Returns the state and reason of each delivery of a message, by token.
    func outcomes(_ messageID: String) async throws -> [DeviceToken: String] {
        let deliveries = try await deliveries(messageID)
        return Dictionary(
            deliveries.map {
                (
                    $0.token,
                    [$0.state.rawValue, $0.reason].compactMap(\.self).joined(separator: " ")
                )
            },
            uniquingKeysWith: { $0 + ", " + $1 })
    }

    func tokenState(_ token: UInt8) async throws -> TokenState {
        try require(try await store.tokens(matching: Self.token(token)).first, "token \(token)")
            .state
    }
}

extension GatewayStore {
    /// Claims deliveries of all lanes, and returns them without credentials.
    public func claim(
        owner: String, limit: Int, leaseUntil: Date, now: Date
    ) async throws -> [ClaimedDelivery] {
        try await claim(
            ClaimRequest(
                owner: owner, room: .undivided(limit), leaseUntil: leaseUntil, now: now)
        ).deliveries
    }
}
