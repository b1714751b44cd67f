// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// No statement of the gateway's daily work reads a whole table, on either database.
@Suite(.timeLimit(.minutes(30))) struct PlanTests {
    /// The number of rows that makes reading a whole table expensive: a planner reads a small table
    /// entirely.
    private static let rowCount = 20_000
    /// Results of statements and functions, and tables that stay small.
    private static let small: Set = [
        "picked", "open_lane", "due_lane", "a", "app", "c", "credential", "CONSTANT", "json_each",
        "r", "api_key", "schema_version", "attribute", "some", "webhook", "w", "event_counter", "x",
        "audit_start", "topic", "erasure", "tombstone_salt", "segment",
        "app_policy", "sqlite_sequence", "shown", "member", "member_link",
    ]

    let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `SQLite finds every row by an index`() async throws {
        let directory = try TemporaryDirectory()
        try await check(try await SQLiteDatabase.open(path: directory.path()))
    }

    #if Postgres
    @Test func `PostgreSQL finds every row by an index`() async throws {
        try await check(try await PostgresServer.shared().newAddress().open())
    }
    #endif

    private func check(_ database: any SQLDatabase) async throws {
        let recording = RecordingDatabase(database)
        let store = try await SQLStore.open(
            recording, named: "test", clock: .caller, masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        try await fill(database)
        try await receiveEvents(store)
        _ = recording.takeStatements()
        try await doEverything(store)
        try await sendEvents(store)
        try await findAudiences(store)
        try await findPeople(store)
        try await useTemplates(store)
        try await schedule(store)
        try await repeatCampaigns(store)
        try await readResults(store)
        try await useConsole(store)
        try await serveSenders(store)
        let statements = recording.takeStatements()
        #expect(statements.count > 40, "the work was not recorded")
        for statement in statements {
            let text = statement.rendered(for: database.dialect).text
            let plan = try await plan(of: statement, database)
            for line in plan {
                #expect(!readsWholeTable(line, database.dialect), "\(text)\n\(plan)")
            }
        }
        try await store.close()
    }

    private static let blob: SQL = "\(sqlite: "CAST(", postgres: "convert_to(")"
    private static let end: SQL = "\(sqlite: " AS BLOB)", postgres: ", 'UTF8')")"
    // A few rows are so old that they need not be kept any more.
    private static let age: SQL = "CASE WHEN i <= 5 THEN 1000 ELSE 1767225500000 END"
    static let numbers: SQL = """
        WITH RECURSIVE n (i) AS (
            SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(text: "\(rowCount)"))
        """

    private static let messageRows: [SQL] = [
        """
        INSERT INTO installation (app, id, user_id, created_at, registered_at, inbox_number)
        \(numbers) SELECT 1, 'i' || i, 'u' || (i / 2), 1000, 1767225600000, 1
        FROM n
        """,
        """
        INSERT INTO endpoint (app, environment, address, family, installation, state,
            registered_at)
        \(numbers) SELECT 1, 'sandbox', \(blob)'a token number ' || i\(end), 'app', i,
            'active', 1000 FROM n
        """,
        """
        INSERT INTO message (id, app, target_kind, target, body, topic, push_type, priority,
            deadline, created_at)
        \(numbers) SELECT 'm' || i, 1, 'user', 'u' || i, \(blob)'{}'\(end),
            'com.example.app', 'alert', 10, 1767225600000, \(age) FROM n
        """,
        """
        INSERT INTO delivery (id, message, endpoint, installation, lane, state, attempts,
            fence, created_at, updated_at)
        \(numbers) SELECT 'd' || i, i, i, i, 'com.example.app/sandbox', 'accepted', 1, 1, 1000,
            1000 FROM n
        """,
        """
        INSERT INTO inbox (installation, number, message, created_at)
        \(numbers) SELECT i, 1, i, \(age) FROM n
        """,
        """
        INSERT INTO receipt (message, installation_id, event, action, at, received_at)
        \(numbers) SELECT i, 'i' || i, 'opened', '', 1000, \(age) FROM n
        """,
        """
        INSERT INTO idempotency (scope, key, fingerprint, message, created_at)
        \(numbers) SELECT 'scope', 'key' || i, 'f', i, \(age) FROM n
        """,
    ]

    private static let audienceRows: [SQL] = [
        "INSERT INTO attribute (app, name, kind) VALUES (1, 'plan', 'text')",
        """
        INSERT INTO attribute_value (installation, attribute, value)
        \(numbers) SELECT i, 1, CASE WHEN i <= 50 THEN 'pro' ELSE 'v' || i END FROM n
        """,
        """
        INSERT INTO tag (installation, name, app) \(numbers) SELECT i, 't' || (i / 20), 1 FROM n
        """,
        """
        UPDATE installation SET locale = 'l' || (no / 20), app_version_order = 'b' || (no / 20)
        """,
    ]

    private static let campaignRows: [SQL] = [
        """
        INSERT INTO cap_use (name, installation, day, campaign)
        \(numbers) SELECT 'marketing', i, CASE WHEN i <= 5 THEN 1 ELSE 20454 END, i FROM n
        """,
        """
        INSERT INTO unit (campaign, no, first, last, not_before, mark, is_open)
        \(numbers) SELECT i, 1, 1, 9, 1000, 9, 0 FROM n
        """,
        """
        INSERT INTO outcome_part (campaign, unit, writer, no, first, last, count, bytes)
        \(numbers) SELECT i, 1, 1, 1, 1, 9, 9, \(blob)'{}'\(end) FROM n
        """,
        """
        INSERT INTO campaign_sum (campaign, unit, kind, variant, reason, count)
        \(numbers) SELECT i, 1, 0, 0, '', 9 FROM n
        """,
        """
        INSERT INTO receipt_sum (campaign, event, dimension, value, count, weight)
        \(numbers) SELECT i, 'opened', 'all', '', 9, 900 FROM n
        """,
        """
        INSERT INTO campaign_row (campaign, lane, installation, variant, reason, attempts,
            due_at)
        \(numbers) SELECT i, 'bulk', i, 0, 'busy', 1, 1000 FROM n
        """,
        """
        INSERT INTO campaign (id, app, lane, tag, mix, step, deadline, rules, content, state,
            not_before, created_at, finished_at)
        \(numbers) SELECT 'c' || i, 1, 'bulk', i, i, 0, 1000, '{}', \(blob)'{}'\(end), 'done',
            1000, 1000, \(age) FROM n
        """,
    ]

    /// Series that have ended, nearly all of them recently, and triggers, of 50 apps.
    private static let seriesRows: [SQL] = [
        """
        INSERT INTO campaign_series (id, app, definition, every, first, occurrence, created_at,
            ended_at, request)
        \(numbers) SELECT 's' || i, i % 50 + 1, '{}', 'daily', 1000, 1, 1000, \(age), 'r' || i
        FROM n
        """,
        """
        INSERT INTO campaign_trigger (id, app, event, message, created_at, request)
        \(numbers) SELECT 't' || i, i % 50 + 2, 'e' || i, '{}', 1000, 'r' || i FROM n
        """,
    ]

    /// Templates of 50 apps, and the notifications of many days.
    private static let templateRows: [SQL] = [
        """
        INSERT INTO template (app, name, version, created_at, updated_at, archived_at)
        \(numbers) SELECT i % 50 + 1, 't' || i, 1, 1000, 1000,
            CASE WHEN i <= 5 THEN 1000 ELSE NULL END FROM n
        """,
        """
        INSERT INTO template_version (template, version, content, urgency, locales, created_at)
        \(numbers) SELECT i, 1, '{"locales":{"en":{"body":"Hi"}}}', 'active', 'en', 1000 FROM n
        """,
        """
        INSERT INTO urgency_count (app, day, class, shard, count)
        \(numbers) SELECT i % 50 + 1, CASE WHEN i <= 5 THEN 1 ELSE 20454 + i END, 'active', 0, 1
        FROM n
        """,
        "UPDATE campaign SET urgency = 'active'",
    ]

    /// Inserts as many rows as a gateway has after a while, nearly all of them of finished work.
    private func fill(_ database: any SQLDatabase) async throws {
        try await database.write { db in
            for statement in Self.messageRows + Self.campaignRows
                + Self.audienceRows + Self.templateRows + Self.eventRows + Self.consoleRows
                + Self.peopleRows + Self.seriesRows + Self.shadowRows
            { try await db.run(statement) }
        }
        try await AnalyzedTables.analyze(database)
    }

    /// Runs every operation while work is waiting.
    private func doEverything(_ store: SQLStore) async throws {
        try await register(store)
        for (id, target) in [
            ("x1", MessageTarget.user("u7")), ("x2", .installation("i7")),
            ("x3", .token(try token("new"), .sandbox)), ("x4", .user("u8")),
        ] {
            let message = NewMessage(
                id: id, target: target, bundleID: "com.example.app", body: [0x7B, 0x7D],
                topic: Topic("com.example.app"), pushType: .alert, priority: .immediate,
                deadline: now.addingTimeInterval(3600),
                idempotency: Idempotency(scope: "s", key: id, fingerprint: "f"),
                urgency: .active)
            let outcome = try await store.accept(message, now: now).outcome
            // A transaction that is repeated after a lost connection finds its own message.
            #expect(
                outcome == .accepted || outcome == .replayed(messageID: id), "\(id): \(outcome)")
        }
        try await register(store)
        _ = try await store.nextDue(now: now)
        let claim = try await store.claim(
            ClaimRequest(
                owner: "one", room: SendingRoom(inFlightMax: 100),
                leaseUntil: now.addingTimeInterval(30),
                latestDue: now.addingTimeInterval(600), now: now))
        #expect(claim.deliveries.count > 4)
        try await register(store)
        let steps: [(DeliveryDecision.Step, DeliveryDecision.TokenVerdict)] = [
            (.finish(.accepted, reason: nil, status: 200), .proven),
            (.retry(at: now, reason: "x", status: 503), .unchanged),
            (.finish(.rejected, reason: "x", status: 400), .suspect(reason: "x")),
            (.finish(.rejected, reason: "x", status: 410), .dead(reason: "x", since: now)),
        ]
        let records = claim.deliveries.enumerated().map { index, delivery in
            let (step, verdict) = steps[index % steps.count]
            return DeliveryRecord(
                id: delivery.id, fence: delivery.fence,
                decision: DeliveryDecision(step, token: verdict))
        }
        #expect(try await store.record(records, now: now).count == records.count)
        try await read(store, delivery: records[0].id)
        var retention = Retention()
        retention.batchRows = 20
        _ = try await store.purge(retention, now: now)
        #expect(try await store.deleteInstallation(id: "i9", now: now))
    }

    private func register(_ store: SQLStore) async throws {
        for (id, text) in [("i7", "a token number 7"), ("i8", "another"), ("i9", "taken")] {
            _ = try await store.register(
                Registration(
                    installationID: id, bundleID: "com.example.app", token: try token(text),
                    environment: .sandbox, user: "u7"),
                now: now)
        }
        for (user, secret) in [("u8", UInt8(1)), ("u9", 1)] {
            let report = DeviceReport(
                installationID: "i16", secretHash: [secret],
                registration: DeviceRegistration(
                    app: "com.example.app", environment: .sandbox, user: user,
                    tokens: [
                        TokenRegistration(TokenName(.app), try token("of \(user)")),
                        TokenRegistration(TokenName(.voip), try token("of \(user) too")),
                    ], ended: [TokenName(.liveActivity, activity: "7")]))
            _ = try await store.register(report, now: now)
        }
    }

    private func read(_ store: SQLStore, delivery: APNSID) async throws {
        _ = try await store.message(id: "x1")
        _ = try await store.deliveries(messageID: "x1", after: nil, limit: 10)
        _ = try await store.delivery(id: delivery)
        _ = try await store.installation(id: "i7")
        _ = try await store.tokens(matching: try token("another"))
        _ = try await store.installations(
            InstallationFilter(user: "u7", bundleID: "com.example.app"))
        _ = try await store.installations(InstallationFilter(after: "i5"))
        let page = try await store.inbox(
            installationID: "i7", after: nil, limit: 10, now: now)
        var position = try #require(page).position
        #expect(position.campaign > 0, "the inbox examined no campaign")
        position.undecided = [6, 7]
        _ = try await store.inbox(installationID: "i7", after: position, limit: 10, now: now)
        let receipt = Receipt(message: "x1", event: .opened, action: nil, at: now)
        #expect(try await store.addReceipts([receipt], installationID: "i7", now: now) == 1)
        _ = try await store.receipts(messageID: "x1", after: nil, limit: 10)
        let other = Receipt(message: "c9", event: .opened, action: nil, at: now)
        _ = try await store.addReceipts([other], installationID: "i7", now: now)
        _ = try await SQLCampaignStore(store).receipts(of: 9, after: nil, limit: 10)
    }

    /// Makes a count for each condition that an index supports, and reads a page of a campaign with
    /// that condition.
    private func findAudiences(_ store: SQLStore) async throws {
        let audiences = SQLAudienceStore(store: store)
        let campaigns = SQLCampaignStore(store, numbersPerUnit: Int64(Self.rowCount))
        let app = "com.example.app"
        _ = try await audiences.set(["plan": .text("team")], ofInstallation: "i7")
        _ = try await audiences.add(tag: "vip", toInstallation: "i7")
        _ = try await audiences.facts(of: ["i7"])
        for line in [
            "plan is \"pro\"", "tag vip", "tag in (vip, beta) and not plan is \"pro\"",
            "user in (\"u7\", \"u8\") and last_seen > 2020-01-01",
            "app_version is 2.10", "locale is \"de\"", "last_seen < 2020-01-01",
        ] {
            let filter = try AudienceParser.filter(
                line, AudienceVocabulary(attributes: ["plan": .text]))
            _ = try await audiences.count(filter, of: app)
            _ = try await audiences.installations(filter, of: app, after: "", limit: 10)
            let creation = try await campaigns.create(
                NewCampaign(
                    id: line, bundleID: app,
                    key: CampaignKey(tag: UInt64(line.utf8.count) << 40, mix: 1),
                    deadline: DatabaseTime(milliseconds: 1_800_000_000_000), dueTimes: [],
                    audience: filter))
            guard case .created(let campaign) = creation else { throw NoCampaign() }
            let unit = CampaignUnit.ID(campaign: campaign.number, number: 1)
            _ = try await store.write { db in
                try await db.run(
                    """
                    INSERT INTO unit (campaign, no, first, last, not_before, mark)
                    VALUES (\(campaign.number), 1, 1, \(Self.rowCount), 1000, 0)
                    """)
            }
            _ = try await campaigns.page(
                PageRequest(lease: UnitLease(unit: unit, fence: 1), after: 0, limit: 100))
        }
    }

    private func useTemplates(_ store: SQLStore) async throws {
        let templates = SQLTemplateStore(store: store)
        let (app, day) = ("com.example.app", SQLUrgencyCounts.day(now))
        let template = try MessageTemplate(
            reading: Array(#"{"locales":{"en":{"body":"Hello"}}}"#.utf8))
        for name in ["t50", "t50", "new"] {
            _ = try await templates.put(template, named: name, of: app, now: now)
        }
        #expect(try await templates.template("t50", of: app)?.version == 2)
        let page = try await templates.templates(of: app, after: "t1", limit: 100)
        #expect(page?.count == 100)
        _ = try await templates.versions(of: "t50", of: app)
        _ = try await templates.archive("t50", of: app, now: now)
        _ = try await templates.newestInstallation(ofUser: "u7", of: app)
        #expect(try await templates.urgencies(of: app, since: day) != nil)
        // Only 20 of the 20,000 rows: for a large part of them, PostgreSQL would read the whole
        // table.
        let values = try await store.read { db in
            try await SQLVariables.values(db, app: 1, ["plan"], of: Array(101...120))
        }
        #expect(values.count == 20)
    }

    private func token(_ text: String) throws -> DeviceToken {
        try DeviceToken(
            bytes: Array(text.utf8) + Array(repeating: 0x20, count: max(0, 8 - text.utf8.count)))
    }

    private func plan(of statement: SQL, _ database: any SQLDatabase) async throws -> [String] {
        let explain: SQL = "\(sqlite: "EXPLAIN QUERY PLAN ", postgres: "EXPLAIN ")"
        let rows = try await database.write { db in try await db.rows(explain + statement) }
        let column = database.dialect == .sqlite ? "detail" : "QUERY PLAN"
        return try rows.map { try $0.value(column) }
    }

    private func readsWholeTable(_ line: String, _ dialect: SQLDialect) -> Bool {
        switch dialect {
        case .sqlite:
            let words = line.split(separator: " ")
            guard words.first == "SCAN", words.count > 1, !line.contains("VIRTUAL TABLE") else {
                return false
            }
            // An index of open work, or of rows by their age, is read from its start.
            let isFromStart = ["delivery_due", "_by_age", "PRIMARY KEY"].contains {
                line.contains($0)
            }
            return !Self.small.contains(String(words[1])) && !words[1].hasPrefix("(")
                && !isFromStart
        case .postgres:
            guard let range = line.firstRange(of: "Seq Scan on ") else { return false }
            let table = line[range.upperBound...].prefix { $0 != " " }
            return !Self.small.contains(String(table))
        }
    }
}
