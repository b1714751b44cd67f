// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Synchronization
import Testing

@testable import BellhopGateway

/// Events and webhooks in both databases.
@Suite(.timeLimit(.minutes(30))) struct WebhookStoreTests {
    private static let app = "com.example.app"
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a test on a new database of each kind.
    private func onEach(_ body: (SQLWebhookStore) async throws -> Void) async throws {
        try await body(try await open(try await SQLiteDatabase.open(path: directory.path())))
        #if Postgres
        try await body(try await open(try await PostgresServer.shared().newAddress().open()))
        #endif
    }

    private func open(_ database: any SQLDatabase) async throws -> SQLWebhookStore {
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        return SQLWebhookStore(store: store)
    }

    private func create(
        _ webhooks: SQLWebhookStore, _ id: String = "wh_1", events: [String] = ["*"]
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        let stored = try await webhooks.create(
            WebhookRequest(url: "https://example.com/", events: events), id: id,
            secret: WebhookSecret(using: &generator), now: now)
        #expect(stored?.id == id)
    }

    private func event(_ number: Int) -> NewEvent {
        NewEvent(
            .tokenDead, app: Self.app, at: now, ["number": .number(JSONNumber(number)), "x": nil])
    }

    private func add(_ webhooks: SQLWebhookStore, _ numbers: ClosedRange<Int>) async throws {
        let events = numbers.map(event)
        try await webhooks.store.write { db in try await SQLEvents.add(db, events) }
    }

    private func claim(
        _ webhooks: SQLWebhookStore, at seconds: Double = 0
    ) async throws -> [ClaimedEvents] {
        try await webhooks.claim(
            limit: 10, lease: .seconds(60), includesFile: false,
            now: now.addingTimeInterval(seconds)
        ).claimed
    }

    private func numbers(_ claimed: ClaimedEvents?) -> [Int] {
        claimed?.events.compactMap { $0.data.objectValue?["number"]?.intValue } ?? []
    }

    @Test func `claimed events belong to the claim until its lease ends`() async throws {
        try await onEach { webhooks in
            try await create(webhooks)
            try await add(webhooks, 1...3)
            let first = try #require(try await claim(webhooks).first)
            #expect(numbers(first) == [1, 2, 3])
            #expect(first.attempt == 1)
            #expect(first.secrets.count == 1)
            #expect(try await claim(webhooks, at: 59).isEmpty)
            try await add(webhooks, 4...4)
            let second = try #require(try await claim(webhooks, at: 60).first)
            #expect(second.messageID == first.messageID)
            #expect(numbers(second) == [1, 2, 3])
            // The outcome of the first claim comes too late.
            try await webhooks.record(
                WebhookRecord(
                    events: first, outcome: .response(status: 200, retryAfter: nil),
                    step: .delivered), now: now)
            #expect(try await webhooks.webhook(id: "wh_1")?.position == 0)
            try await webhooks.record(
                WebhookRecord(
                    events: second, outcome: .response(status: 200, retryAfter: nil),
                    step: .delivered), now: now)
            #expect(try await webhooks.webhook(id: "wh_1")?.position == 3)
            #expect(numbers(try await claim(webhooks, at: 61).first) == [4])
        }
    }

    @Test func `failed events are due again after a pause, unless the webhook is disabled`()
        async throws
    {
        try await onEach { webhooks in
            try await create(webhooks)
            try await add(webhooks, 1...1)
            let first = try #require(try await claim(webhooks).first)
            try await webhooks.record(
                WebhookRecord(
                    events: first, outcome: .failed("x"), step: .retry(after: .seconds(5))),
                now: now)
            #expect(try await claim(webhooks, at: 4.9).isEmpty)
            let second = try #require(try await claim(webhooks, at: 5).first)
            #expect(second.attempt == 2)
            #expect(second.messageID == first.messageID)
            try await webhooks.record(
                WebhookRecord(events: second, outcome: .failed("x"), step: .disable(.exhausted)),
                now: now)
            #expect(try await claim(webhooks, at: 100_000).isEmpty)
            try await webhooks.works("wh_1")
            #expect(try await claim(webhooks, at: 100_000).isEmpty)
        }
    }

    @Test func `an event is stored only if its transaction commits`() async throws {
        struct Stop: Error {}
        try await onEach { webhooks in
            try await create(webhooks)
            let new = event(1)
            await #expect(throws: Stop.self) {
                try await webhooks.store.write { db in
                    try await SQLEvents.add(db, [new])
                    throw Stop()
                }
            }
            try await add(webhooks, 2...2)
            let claimed = try #require(try await claim(webhooks).first)
            #expect(numbers(claimed) == [2])
            #expect(claimed.events.map(\.id) == ["evt_1"])
        }
    }

    @Test func `a new webhook gets only what happens after it was created`() async throws {
        try await onEach { webhooks in
            try await create(webhooks)
            try await add(webhooks, 1...2)
            try await create(webhooks, "wh_2")
            try await add(webhooks, 3...3)
            let claimed = try await claim(webhooks)
            #expect(claimed.map(numbers) == [[1, 2, 3], [3]])
        }
    }

    @Test func `old events and attempts are removed`() async throws {
        try await onEach { webhooks in
            try await create(webhooks)
            try await add(webhooks, 1...5)
            for attempt in 1...60 {
                let seconds = Double(attempt) * 100
                let claimed = try #require(try await claim(webhooks, at: seconds).first)
                try await webhooks.record(
                    WebhookRecord(
                        events: claimed, outcome: .failed("\(attempt)"),
                        step: .retry(after: .zero)), now: now.addingTimeInterval(seconds))
            }
            let kept: Int = try await webhooks.store.read { db in
                try await db.row("SELECT count(*) AS n FROM webhook_attempt")?.value("n") ?? 0
            }
            #expect(kept == GatewayLimits.webhookAttemptsMax)
            #expect(try await webhooks.attempts(of: "wh_1").first?.error == "60")
            let later = now.addingTimeInterval(Double(GatewayLimits.eventSecondsMax) + 1)
            var retention = Retention()
            retention.batchRows = 3
            let report = try await webhooks.store.purge(retention, now: later)
            #expect(report.rows["event"] == 3)
            #expect(report.hasMore)
            _ = try await webhooks.store.purge(retention, now: later)
            try await add(webhooks, 6...6)
            // Positions are not reused, and removed events do not hold up later ones.
            let seconds = Double(GatewayLimits.eventSecondsMax)
            #expect(try await claim(webhooks, at: seconds).isEmpty)
            #expect(numbers(try await claim(webhooks, at: seconds).first) == [6])
            #expect(try await webhooks.webhook(id: "wh_1")?.newest == 6)
        }
    }

    @Test func `secrets of webhooks are sealed, and sealed again with a new master key`()
        async throws
    {
        try await onEach { webhooks in
            var generator = SystemRandomNumberGenerator()
            let (one, two) = (
                WebhookSecret(using: &generator), WebhookSecret(using: &generator)
            )
            _ = try await webhooks.create(
                WebhookRequest(url: "https://example.com/"), id: "wh_1", secret: one, now: now)
            _ = try await webhooks.rotate(
                "wh_1", to: two, previousUntil: now.addingTimeInterval(60))
            let stored: String = try await webhooks.store.read { db in
                try await db.row("SELECT secret || secret_before AS s FROM webhook")?
                    .value("s") ?? ""
            }
            #expect(stored.hasPrefix("sealed:"))
            #expect(!stored.contains(one.text.dropFirst(6)))
            let before = try await webhooks.secrets(of: "wh_1", now: now).map(\.text)
            #expect(before == [two.text, one.text])
            let later = try await webhooks.secrets(of: "wh_1", now: now.addingTimeInterval(60))
            #expect(later.map(\.text) == [two.text])
            let old = try #require(webhooks.store.secrets.keys)
            let keys = try MasterKeys(
                text: "9:" + Data(repeating: 9, count: 32).base64EncodedString() + "\n" + old.text)
            let report = try await StoreSealing.reseal(webhooks.store.database, keys)
            #expect(report.locked == [])
            #expect(report.resealed >= 2)
            let row = try await webhooks.store.read { db in
                try await db.row("SELECT * FROM webhook")
            }
            let opened = try SQLWebhookStore.secrets(
                try #require(row), StoreSecrets(keys: keys), now: now)
            #expect(opened.map(\.text) == before)
        }
    }

    #if Postgres
    /// A reader with a cursor would miss the first event if the inserting transactions assigned the
    /// positions.
    @Test func `an event that is committed late comes later, and is not missed`() async throws {
        let webhooks = try await open(
            try await PostgresServer.shared().newAddress("&pool=4").open())
        try await create(webhooks)
        let (late, early) = (event(1), event(2))
        let (isInserted, inserted) = AsyncStream<Void>.makeStream()
        let (mayCommit, commit) = AsyncStream<Void>.makeStream()
        let slow = Task {
            try await webhooks.store.write { db in
                try await SQLEvents.add(db, [late])
                inserted.finish()
                for await _ in mayCommit {}
            }
        }
        for await _ in isInserted {}
        try await webhooks.store.write { db in try await SQLEvents.add(db, [early]) }
        let first = try #require(try await claim(webhooks).first)
        #expect(numbers(first) == [2])
        try await webhooks.record(
            WebhookRecord(
                events: first, outcome: .response(status: 200, retryAfter: nil),
                step: .delivered), now: now)
        commit.finish()
        try await slow.value
        #expect(numbers(try await claim(webhooks).first) == [1])
    }

    @Test func `concurrent transactions number each event once, without gaps`() async throws {
        let webhooks = try await open(
            try await PostgresServer.shared().newAddress("&pool=8").open())
        try await create(webhooks)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in 0..<8 {
                group.addTask {
                    for number in 0..<10 {
                        let event = self.event(start * 100 + number)
                        try await webhooks.store.write { db in try await SQLEvents.add(db, [event])
                        }
                        try await webhooks.store.write { db in try await SQLEvents.number(db) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let positions: [Int64] = try await webhooks.store.read { db in
            try await db.rows("SELECT position FROM event ORDER BY position").firstColumn()
        }
        #expect(positions == Array(1...80))
    }
    #endif
}
