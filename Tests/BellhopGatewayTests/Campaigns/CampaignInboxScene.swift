// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// Messages and campaigns to a few installations, whose inboxes are read.
struct CampaignInboxScene {
    enum Base: CaseIterable {
        case sqlite
        #if Postgres
        case postgres
        #endif
    }

    static let app = "com.example.app"
    private static let node = NodeName("node", boot: 1)

    let store: SQLStore
    let campaigns: SQLCampaignStore
    let clock: VirtualClock

    /// Runs a body with two installations: `i1` of the user alex, and `i2` of sam.
    static func run(
        _ base: Base, _ body: @Sendable (CampaignInboxScene) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let clock = VirtualClock()
        let database: any SQLDatabase
        switch base {
        case .sqlite: database = try await SQLiteDatabase.open(path: directory.path())
        #if Postgres
        case .postgres: database = try await PostgresServer.shared().newAddress("&pool=4").open()
        #endif
        }
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: clock.now)
        let scene = CampaignInboxScene(
            store: store,
            campaigns: SQLCampaignStore(store, time: clock.timeSource, numbersPerUnit: 2),
            clock: clock)
        try await scene.putApp(app)
        for (id, user) in [("i1", "alex"), ("i2", "sam")] {
            try await scene.register(id, user: user)
        }
        try await body(scene)
        try await store.close()
    }

    private var now: DatabaseTime {
        DatabaseTime(milliseconds: clock.now.storedMilliseconds)
    }

    func putApp(_ bundleID: String) async throws {
        _ = try await store.putApp(
            bundleID: bundleID, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client \(bundleID)", identitySecret: "identity"),
            now: clock.now)
    }

    func register(_ id: String, user: String?, app: String = app) async throws {
        let token = Array("a token of \(id)".utf8)
        _ = try await store.register(
            Registration(
                installationID: id, bundleID: app, token: DeviceToken(bytes: token),
                environment: .sandbox, user: user),
            now: clock.now)
    }

    private func message(_ id: String, to target: MessageTarget) -> NewMessage {
        NewMessage(
            id: id, target: target, bundleID: Self.app,
            body: Array(#"{"aps":{"alert":"{{name|Hi}} \#(id)"}}"#.utf8),
            topic: Topic(Self.app), pushType: .alert, priority: .immediate,
            deadline: clock.now.addingTimeInterval(3600))
    }

    /// Stores a message, one second after the previous message or campaign.
    func post(_ id: String, to user: String) async throws {
        clock.advance(by: .seconds(1))
        let outcome = try await store.accept(message(id, to: .user(user)), now: clock.now).outcome
        #expect(outcome == .accepted)
    }

    /// Stores a campaign without its units, one second after the previous message or campaign.
    func create(
        _ id: String, audience: AudienceFilter? = nil, app: String = app,
        expiresIn seconds: Int? = nil
    ) async throws -> Campaign.Number {
        clock.advance(by: .seconds(1))
        var content = message(id, to: .user("nobody"))
        if let seconds {
            content.deadline = clock.now.addingTimeInterval(Double(seconds))
            content.expiration = .at(content.deadline)
        }
        let creation = try await campaigns.create(
            NewCampaign(
                id: id, bundleID: app,
                key: CampaignKey(tag: .random(in: 1...UInt64.max), mix: 1),
                deadline: DatabaseTime(milliseconds: content.deadline.storedMilliseconds),
                dueTimes: [now], content: try StoredCampaignContent(content).bytes,
                audience: audience))
        guard case .created(let campaign) = creation else { throw NoCampaign() }
        return campaign.number
    }

    /// Stores a campaign with its units.
    @discardableResult
    func start(
        _ id: String, audience: AudienceFilter? = nil, app: String = app,
        expiresIn seconds: Int? = nil
    ) async throws -> Campaign.Number {
        let number = try await create(id, audience: audience, app: app, expiresIn: seconds)
        _ = try await campaigns.claim(claim(units: 0))
        _ = try await campaigns.plan(number)
        return number
    }

    /// Creates the units of a campaign that is due.
    func plan(_ number: Campaign.Number) async throws {
        _ = try await campaigns.claim(claim(units: 0))
        _ = try await campaigns.plan(number)
    }

    private func claim(units: Int) -> WorkClaim {
        WorkClaim(
            node: Self.node, lease: .seconds(3600), units: units, heldUnits: [:], rows: [:],
            blocked: [])
    }

    /// Claims all free units of a campaign.
    func units(of campaign: Campaign.Number) async throws -> [ClaimedUnit] {
        let claimed = try await campaigns.claim(claim(units: 1000)).units
        let others = claimed.filter { $0.lease.unit.campaign != campaign }
        _ = try await campaigns.release(others.map(\.lease))
        return claimed.filter { $0.lease.unit.campaign == campaign }
    }

    /// Stores outcomes of a campaign, by the numbers of the installations.
    func record(
        _ codes: [Int64: OutcomeCode], in units: [ClaimedUnit], isFinished: Bool = true
    ) async throws {
        for unit in units {
            var builder = OutcomePartBuilder()
            for (number, code) in codes where unit.unit.first <= number && number <= unit.unit.last
            { builder.add(number, code) }
            let record = UnitRecord(
                lease: unit.lease, partNumber: 1, part: builder.finish(), sums: builder.sums,
                mark: isFinished ? unit.unit.last : unit.mark, isFinished: isFinished,
                retries: [], verdicts: [], capReleases: [])
            _ = try await campaigns.record(
                OutcomeGroup(
                    node: Self.node, lease: .seconds(3600), units: [record], rows: []))
        }
    }

    /// Starts a campaign and ends it with these outcomes.
    @discardableResult
    func send(
        _ id: String, _ codes: [Int64: OutcomeCode], audience: AudienceFilter? = nil,
        expiresIn seconds: Int? = nil
    ) async throws -> Campaign.Number {
        let number = try await start(id, audience: audience, expiresIn: seconds)
        try await record(codes, in: units(of: number))
        return number
    }

    func page(
        _ id: String, after position: InboxPosition? = nil, limit: Int = 100
    ) async throws -> InboxPage {
        // Like a phone, the test keeps only the cursor's text.
        let position = position.flatMap { InboxCursor(InboxCursor($0).text)?.position }
        return try #require(
            try await store.inbox(
                installationID: id, after: position, limit: limit, now: clock.now))
    }

    /// The identifiers of the messages and campaigns in an inbox.
    func inbox(_ id: String) async throws -> [String] {
        try await page(id).messages.map(\.id)
    }

    func addReceipt(
        _ message: String, _ event: Receipt.Event, from id: String = "i1"
    ) async throws -> Int {
        try await store.addReceipts(
            [Receipt(message: message, event: event, action: nil, at: clock.now)],
            installationID: id, now: clock.now)
    }
}
