// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Testing

@testable import BellhopGateway

/// The work with users and topics.
extension PlanTests {
    static let peopleRows: [SQL] = [
        """
        INSERT INTO alias (app, label, value, user_id, created_at)
        \(numbers) SELECT 1, 'crm', 'v' || i, 'u' || i, 1000 FROM n
        """,
        "INSERT INTO topic (app, name, title) VALUES (1, 'news', 'News')",
        """
        INSERT INTO subscription (installation, topic, is_on, user_id, changed_at)
        \(numbers) SELECT i, 1, CASE WHEN i <= 50 THEN 1 ELSE 0 END, 'u' || (i / 2), 1000 FROM n
        """,
        """
        INSERT INTO consent (app, installation, user_id, topic, is_on, source, at)
        \(numbers) SELECT 1, i, 'u' || (i / 2), 'news', 1, 'app',
            CASE WHEN i <= 5 THEN 1000 ELSE 1767225500000 END FROM n
        """,
        """
        INSERT INTO tombstone (app, hash, created_at)
        \(numbers) SELECT 1, \(sqlite: "CAST(", postgres: "convert_to(")'h' || i\(
            sqlite: " AS BLOB)", postgres: ", 'UTF8')"),
            CASE WHEN i <= 5 THEN 1000 ELSE 1767225500000 END FROM n
        """,
    ]

    /// Runs every operation on users, and finally erases one.
    func findPeople(_ store: SQLStore) async throws {
        let people = SQLPeopleStore(store: store)
        let app = "com.example.app"
        _ = try await people.facts(of: "u3000", app: app)
        _ = try await people.user(withAlias: "crm", "v7", app: app)
        _ = try await people.put(
            AliasResource(user: "u3000", label: "shop", value: "1"), app: app, now: now)
        _ = try await people.removeAlias("crm", of: "u3000", app: app)
        _ = try await people.merge(.user("u3001"), into: "u3000", app: app, now: now)
        _ = try await people.merge(.installation("i7000"), into: "u3500", app: app, now: now)
        for isOn in [true, false] {
            _ = try await people.decide(
                .init(isOn: isOn, source: .app, note: nil), topic: "news", installation: "i7",
                now: now)
        }
        _ = try await people.decide(
            .init(isOn: true, source: .server, note: nil), topic: "news", user: "u3000", app: app,
            now: now)
        _ = try await people.topics(of: app, counts: true)
        _ = try await people.states(ofInstallation: "i7")
        _ = try await people.consents(ofInstallation: "i7", after: 0, limit: 10)
        _ = try await people.consents(of: "u3000", app: app, after: 0, limit: 10)
        let audiences = SQLAudienceStore(store: store)
        _ = try await audiences.count(.topics(["news"]), of: app)
        // Another user signs in.
        _ = try await store.register(
            Registration(
                installationID: "i6000", bundleID: app,
                token: try DeviceToken(bytes: Array("a token number 6000".utf8)),
                environment: .sandbox, user: "u9999999"), now: now)
        let export = try #require(try await SQLUserExport.find("u3000", app: app, in: store))
        _ = try await export.messages(after: 0)
        _ = try await export.receipts(after: 0)
        let orders = SQLErasureOrders(store: store)
        try await orders.create(
            id: "order", user: "u3000", apps: [app], newSalt: [1, 2, 3], now: now)
        let (isDone, _) = try await orders.advance(
            try await orders.open(), transactionsMax: 1_000, now: now)
        #expect(isDone)
        #expect(try await orders.order("order")?.state == .done)
    }
}
