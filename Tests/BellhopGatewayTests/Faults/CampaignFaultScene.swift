// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayEngine
import GatewayModel
import Logging
import SQLCore
import ServiceLifecycle
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// A provider whose responses the test determines.
final class FaultyTransport: CampaignTransport {
    /// One request.
    struct Request: Hashable, Sendable {
        let token: DeviceToken
        let apnsID: APNSID
    }

    private let respond: @Sendable (Attempt) async -> TransportOutcome
    private let sent = Mutex<[Request]>([])

    init(_ respond: @escaping @Sendable (Attempt) async -> TransportOutcome = { _ in .accepted }) {
        self.respond = respond
    }

    var requests: [Request] { sent.withLock { $0 } }
    var count: Int { sent.withLock { $0.count } }

    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        for attempt in attempts {
            let request = Request(token: attempt.recipient.token, apnsID: attempt.apnsID)
            sent.withLock { $0.append(request) }
            report(attempt.tag, await respond(attempt))
        }
    }

    func shutdown() async {}
}

/// A place where tasks wait until a test lets them go on.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// A campaign to the installations of one app in a database.
struct CampaignFaultScene: Sendable {
    static let app = "com.example.app"

    let store: SQLStore
    let campaigns: SQLCampaignStore
    let clock = VirtualClock()

    init(_ store: SQLStore) {
        self.store = store
        campaigns = SQLCampaignStore(
            store, time: store.database.dialect == .sqlite ? clock.timeSource : nil,
            numbersPerUnit: 500)
    }

    private static func token(_ number: Int) throws -> DeviceToken {
        let end = [UInt8(number / 256), UInt8(number % 256)]
        return try DeviceToken(bytes: [UInt8](repeating: 1, count: 30) + end)
    }

    /// The number in a token of ``register(_:at:)``.
    static func number(of token: DeviceToken) -> Int {
        token.bytes.suffix(2).reduce(0) { $0 * 256 + Int($1) }
    }

    func putApp() async throws {
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: clock.now)
    }

    func register(_ numbers: Range<Int>, at time: Date? = nil) async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 500) {
            let registrations = try (start..<min(numbers.upperBound, start + 500)).map { number in
                Registration(
                    installationID: "i\(number)", bundleID: Self.app,
                    token: try Self.token(number), environment: .sandbox)
            }
            _ = try await store.register(registrations, now: time ?? clock.now)
        }
    }

    func start(deadline: Duration = .seconds(36_000)) async throws -> Campaign.Number {
        let now = try await campaigns.start(NodeName("nobody", boot: 1)).time
        let creation = try await campaigns.create(
            NewCampaign(
                id: "c1", bundleID: Self.app, key: CampaignKey(tag: 1, mix: 2),
                deadline: now + deadline, dueTimes: [now]))
        guard case .created(let campaign) = creation else {
            throw GatewayStoreError(.failed, "the campaign exists")
        }
        return campaign.number
    }

    /// Runs a node during the body, then lets it finish.
    func running(
        _ transport: FaultyTransport, boot: UInt64 = 1,
        settings change: (inout NodeSettings) -> Void = { _ in },
        _ body: (CampaignNode) async throws -> Void
    ) async throws {
        var settings = NodeSettings(node: NodeName("gateway", boot: boot))
        // The clock moves without waiting for the database, and must not end a lease.
        settings.lease = .seconds(36_000)
        change(&settings)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let node = CampaignNode(
            settings: settings, store: campaigns, transport: transport, time: clock.timeSource,
            logger: logger)
        let group = ServiceGroup(services: [node], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do {
                try await body(node)
                try await until { node.currentHealth.unsettledCount == 0 }
            } catch {
                tasks.cancelAll()
                throw error
            }
            await group.triggerGracefulShutdown()
            // While it shuts down, the node waits on this clock, so the clock must move on.
            tasks.addTask {
                while !node.currentHealth.hasEnded {
                    clock.advance(by: .milliseconds(50))
                    await Task.yield()
                }
            }
            try await tasks.waitForAll()
        }
    }

    /// Moves the clock until a condition holds.
    func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            clock.advance(by: .milliseconds(25))
            await Task.yield()
        }
    }

    func isDone(_ campaign: Campaign.Number) async throws -> Bool {
        try await campaigns.status(of: campaign)?.state == .done
    }

    func count(_ kind: OutcomeCode.Kind, of campaign: Campaign.Number) async throws -> Int {
        try await campaigns.totals(of: campaign).count(of: kind)
    }
}
