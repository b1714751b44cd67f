// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// A database with everything that a gateway can know about two users.
struct ErasureScene: Sendable {
    static let app = "com.example.app"
    static let user = "alex-4711"
    static let other = "sam-0815"
    static let alias = "crm-90210"
    static let secretText = "Your parcel waits at the third counter"
    static let deviceCount = 10
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    let store: SQLStore
    let gateway: Gateway
    let people: SQLPeopleStore

    init(_ database: any SQLDatabase) async throws {
        store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: Self.now)
        gateway = Gateway(
            store: store, sender: RecordingSender(),
            time: VirtualClock(now: Self.now).timeSource, generator: SeededGenerator(seed: 1))
        people = SQLPeopleStore(store: store)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: Self.now)
        let audiences = SQLAudienceStore(store: store)
        _ = try await audiences.declare("city", .text, of: Self.app)
        _ = try await people.put(TopicResource(name: "news", title: "News"), app: Self.app)
    }

    static func id(_ user: String, _ number: Int) -> String { "device-\(number)-of-\(user)" }

    static func token(_ user: String, _ number: Int) throws -> DeviceToken {
        try DeviceToken(bytes: Array("token \(number) of \(user)".utf8))
    }

    /// Fills every table with rows of a user.
    ///
    /// - Parameter receiptCount: the number of receipts, each for a message of its own.
    func fill(_ user: String, alias: String, receiptCount: Int) async throws {
        let audiences = SQLAudienceStore(store: store)
        for number in 1...Self.deviceCount {
            let id = Self.id(user, number)
            // The second token replaces the first one, whose row stays for a while.
            for version in [0, number] {
                _ = try await store.register(
                    Registration(
                        installationID: id, bundleID: Self.app,
                        token: try Self.token(user, number * 100 + version),
                        environment: .sandbox, user: user, locale: "pt-BR"), now: Self.now)
            }
            _ = try await audiences.add(tag: "tag of \(user)", toInstallation: id)
            _ = try await audiences.set(
                ["city": .text("home of \(user)")], ofInstallation: id)
            _ = try await people.decide(
                .init(isOn: true, source: .server, note: "form of \(user)"), topic: "news",
                installation: id, now: Self.now)
        }
        _ = try await people.put(
            AliasResource(user: user, label: "crm", value: alias), app: Self.app, now: Self.now)
        try await send(to: user, receiptCount: receiptCount)
        _ = try await gateway.putSegment(
            user == Self.user ? "first" : "second",
            .init(filter: "user in (\"\(user)\", \"nobody\")"), of: Self.app)
    }

    private func send(to user: String, receiptCount: Int) async throws {
        let first = Self.id(user, 1)
        let targets: [MessageTarget] = [
            .user(user), .installation(first), .token(try Self.token(user, 101), .sandbox),
        ]
        for (number, target) in targets.enumerated() {
            let id = "message-\(number)-\(user.count)-\(user.hasPrefix("a"))"
            let message = NewMessage(
                id: id, target: target, bundleID: Self.app,
                body: Array(#"{"aps":{"alert":"\#(Self.secretText) \#(user)"}}"#.utf8),
                topic: Topic(Self.app), pushType: .alert, priority: .immediate,
                deadline: Self.now.addingTimeInterval(3600),
                idempotency: Idempotency(
                    scope: "s", key: "order of \(user) \(number)",
                    fingerprint: "f"))
            #expect(try await store.accept(message, now: Self.now).outcome == .accepted)
            let receipt = Receipt(message: id, event: .opened, action: nil, at: Self.now)
            _ = try await store.addReceipts([receipt], installationID: first, now: Self.now)
        }
        try await insertReceipts(of: user, count: receiptCount)
        try await insertEvents(of: user)
        let campaigns = SQLCampaignStore(store)
        let tag = UInt64.random(in: 1...UInt64.max)
        var campaign = NewCampaign(
            id: "c\(tag)", bundleID: Self.app, key: CampaignKey(tag: tag, mix: tag),
            deadline: DatabaseTime(milliseconds: .max / 4), dueTimes: [],
            audience: .and([.users([user, "nobody"]), .not(.tags(["x"]))]))
        let request = try CampaignRequest(
            query: [("audience_filter", "user in (\"\(user)\")")],
            contentType: "application/json",
            body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        campaign.definition = try request.storedText
        _ = try await campaigns.create(campaign)
        _ = try await campaigns.insert(
            StoredSeries(
                id: "s\(tag)", bundleID: Self.app, name: nil,
                definition: try request.storedText ?? "", every: .daily,
                first: WallTime(seconds: 0), until: nil, createdAt: Self.now))
    }

    private func insertEvents(of user: String) async throws {
        let texts = [
            #"{"installation":"\#(Self.id(user, 1))","#
                + #""token":"\#(try Self.token(user, 101).redacted)"}"#,
            #"{"installation":"gone","user":"\#(user)"}"#,
        ]
        try await store.write { db in
            for text in texts {
                try await db.run(
                    """
                    INSERT INTO event (type, app, at, data)
                    VALUES ('token.dead', \(Self.app), 1000, \(text))
                    """)
            }
        }
    }

    /// Inserts messages to the user with a delivery and a receipt each, and receipts of a campaign.
    private func insertReceipts(of user: String, count: Int) async throws {
        let id = Self.id(user, 2)
        let name: SQL = "\(sqlite: "CAST('{}' AS BLOB)", postgres: "convert_to('{}', 'UTF8')")"
        let prefix = "many of \(user) "
        try await store.write { db in
            guard let number = try await SQLInstallations.number(db, id) else { return }
            let endpoint: Int64? = try await db.row(
                "SELECT no FROM endpoint WHERE installation = \(number)")?.value("no")
            let numbers: SQL = """
                WITH RECURSIVE n (i) AS (
                    SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(text: "\(count)"))
                """
            try await db.run(
                """
                INSERT INTO message (id, app, target_kind, target, body, topic, push_type,
                    priority, deadline, created_at)
                \(numbers) SELECT \(prefix) || i, 1, 'user', \(user), \(name), 'com.example.app',
                    'alert', 10, 1767225600000, 1767225600000 FROM n
                """)
            try await db.run(
                """
                INSERT INTO delivery (id, message, endpoint, installation, lane, state, attempts,
                    fence, created_at, updated_at)
                SELECT 'of ' || m.id, m.no, \(endpoint), \(number), 'a', 'accepted', 1, 1, 1000,
                    1000
                FROM message m WHERE m.id LIKE \(prefix + "%")
                """)
            try await db.run(
                """
                INSERT INTO receipt (message, installation_id, event, action, at, received_at)
                SELECT m.no, \(id), 'opened', '', 1000, 1767225600000
                FROM message m WHERE m.id LIKE \(prefix + "%")
                """)
            try await db.run(
                """
                INSERT INTO receipt (message, installation_id, event, action, at, received_at)
                VALUES (-7, \(id), 'opened', '', 1000, 1767225600000)
                """)
        }
    }

    // MARK: The whole database

    /// Returns the rows of every table as texts, by table.
    func dump() async throws -> [String: [String]] { try await store.dump() }

    /// Returns the rows that contain something of a user, with the names of their tables.
    func traces(of user: String, alias: String) async throws -> [String] {
        var words = [user, alias]
        for number in 1...Self.deviceCount {
            for version in [0, number] {
                let token = try Self.token(user, number * 100 + version)
                words += [token.hex, token.redacted]
            }
        }
        var traces: [String] = []
        for (table, rows) in try await dump() {
            for row in rows where words.contains(where: row.contains) {
                traces.append("\(table): \(row)")
            }
        }
        return traces.sorted()
    }

    /// The tables in which a user must have left rows, so that the comparison is meaningful.
    static let tables: Set<String> = [
        "installation", "endpoint", "tag", "attribute_value", "subscription", "consent", "alias",
        "message", "inbox", "delivery", "receipt", "idempotency", "campaign", "segment", "event",
        "campaign_series",
    ]
}
