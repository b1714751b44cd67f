// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore
import Testing

@testable import BellhopGateway

extension PlanTests {
    static let eventRows: [SQL] = [
        """
        INSERT INTO event (position, type, app, at, data)
        \(numbers) SELECT i, 'token.dead', 'com.example.app', 1767225500000 + i, '{}' FROM n
        """,
        """
        INSERT INTO webhook_attempt (webhook, at, message_id, events, is_delivered)
        \(numbers) SELECT i, 1000, 'm', 1, 1 FROM n
        """,
        """
        INSERT INTO audit (no, at, key, action, app, hash)
        \(numbers) SELECT i, 1767225500000 + i, 'k' || (i / 100), 'PUT /v1/apps/{bundle_id}',
            'a' || (i / 100), 'h' FROM n
        """,
        "UPDATE event_counter SET last = (SELECT max(position) FROM event)",
    ]

    /// Creates a webhook that receives everything, so that all events are stored.
    func receiveEvents(_ store: SQLStore) async throws {
        var generator = SystemRandomNumberGenerator()
        _ = try await SQLWebhookStore(store: store).create(
            WebhookRequest(url: "https://example.com/", events: ["*"]), id: "wh_1",
            secret: WebhookSecret(using: &generator), now: now)
    }

    /// Adds events, claims them, records that they were sent, and reads what the API shows.
    func sendEvents(_ store: SQLStore) async throws {
        let webhooks = SQLWebhookStore(store: store)
        let now = now
        try await store.write { db in
            try await SQLEvents.ended(db, deliveries: [1, 2, 3], now: now)
            try await SQLEvents.died(db, endpoints: [1, 2, 3], now: now)
            try await SQLEvents.changed(db, campaigns: [11, 12, 13], now: now)
        }
        let claim = try await webhooks.claim(
            limit: 10, lease: .seconds(60), includesFile: true, now: now)
        let claimed = try #require(claim.claimed.first)
        #expect(
            Set(claimed.events.map(\.type)).isSuperset(of: [
                "delivery.accepted", "delivery.rejected", "token.dead", "message.completed",
                "installation.deleted", "receipt.received", "campaign.done",
            ]), "\(Set(claimed.events.map(\.type)))")
        try await webhooks.record(
            WebhookRecord(
                events: claimed, outcome: .response(status: 200, retryAfter: nil),
                step: .delivered), now: now)
        _ = try await webhooks.attempts(of: "wh_1")
        _ = try await webhooks.webhooks()
        _ = try await webhooks.replay("wh_1", .since(now))
        try await readAudit(store)
    }

    /// Stores an entry of the audit log, and reads pages of it.
    private func readAudit(_ store: SQLStore) async throws {
        for object in [
            AuditScope.Object(kind: .app, id: "com.example.app"),
            .init(kind: .campaign, id: "c7"), .init(kind: .installation, id: "i7"),
            .init(kind: .segment, id: "com.example.app/s"),
            .init(kind: .attribute, id: "com.example.app/plan"), .init(kind: .webhook, id: "wh_1"),
        ] {
            try await store.writeAudit(
                AuditScope(
                    actor: "k", action: "PUT", address: nil, at: now, object: object, app: nil))
        }
        for (app, key, apps) in [
            (nil, nil, AppLimit.none), ("a7", nil, .none), (nil, "k7", .none),
            (nil, nil, AppLimit(["a7", "a8"])),
        ] as [(String?, String?, AppLimit)] {
            let page = try await store.audit(
                before: 20_000, limit: 10, app: app, key: key, action: nil, within: apps)
            #expect(page.count == 10)
        }
    }
}
