// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    public func accept(_ message: NewMessage, now: Date) async throws -> AcceptOutcome {
        try await write { db in try SQLAcceptance.accept(db, message, now: now) }
    }

    public func earlierOutcome(_ idempotency: Idempotency, now: Date) async throws -> AcceptOutcome?
    {
        try await read { db in try SQLAcceptance.earlierOutcome(db, idempotency, now: now) }
    }

    public func message(id: String) async throws -> StoredMessage? {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM message WHERE id = ?", arguments: [id])
            else { return nil }
            let counts = try Row.fetchAll(
                db,
                sql:
                    "SELECT state, count(*) AS n FROM delivery WHERE message_id = ? GROUP BY state",
                arguments: [id])
            var states: [DeliveryState: Int] = [:]
            for count in counts { states[try count.word("state")] = try count.value("n") }
            let expiration: Int? = try row.optional("expiration")
            return StoredMessage(
                id: id, bundleID: try row.value("bundle_id"), topic: Topic(try row.value("topic")),
                pushType: try row.word("push_type"), priority: try row.word("priority"),
                expiration: expiration.map(PushExpiration.init(epochSeconds:)),
                createdAt: try row.moment("created_at"), states: states,
                carriesID: try row.value("carries_id"),
                receipts: try SQLReceipts.counts(db, messageID: id))
        }
    }

    public func deliveries(
        messageID: String, after: APNSID?, limit: Int
    ) async throws -> [StoredDelivery] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: SQLDeliveries.select
                    + " WHERE d.message_id = ? AND d.id > ? ORDER BY d.id LIMIT ?",
                arguments: [messageID, after?.text ?? "", min(limit, GatewayLimits.pageEntriesMax)]
            ).map(SQLDeliveries.delivery)
        }
    }

    public func delivery(id: APNSID) async throws -> StoredDelivery? {
        try await read { db in
            try Row.fetchOne(
                db, sql: SQLDeliveries.select + " WHERE d.id = ?", arguments: [id.text.lowercased()]
            ).map(SQLDeliveries.delivery)
        }
    }
}

/// Rows of deliveries as values.
enum SQLDeliveries {
    static let select = """
        SELECT d.id, d.message_id, d.installation_id, d.state, d.reason, d.status, d.attempts,
            d.updated_at,
            t.token, t.environment
        FROM delivery d JOIN device_token t ON t.id = d.token_id
        """

    static func delivery(_ row: Row) throws -> StoredDelivery {
        StoredDelivery(
            id: try row.apnsID("id"), messageID: try row.value("message_id"),
            installationID: try row.optional("installation_id"),
            token: try row.deviceToken("token"), environment: try row.word("environment"),
            state: try row.word("state"), reason: try row.optional("reason"),
            status: try row.optional("status"),
            attempts: try row.value("attempts"),
            updatedAt: try row.moment("updated_at"))
    }
}
