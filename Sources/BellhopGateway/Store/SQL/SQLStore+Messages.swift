// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func accept(_ message: NewMessage, now: Date) async throws -> Acceptance {
        let request = SQLAcceptance.Request(message: message, now: now)
        return try await Self.translating { try await batches.messages.perform(request) }
    }

    public func earlierOutcome(_ idempotency: Idempotency, now: Date) async throws -> AcceptOutcome?
    {
        try await Self.translating {
            try await SQLIdempotency.earlier(in: database, idempotency, now: now)?.outcome
        }
    }

    public func message(id: String) async throws -> StoredMessage? {
        try await read { db in
            let row = try await db.row(
                """
                SELECT m.*, a.bundle_id FROM message m JOIN app a ON a.no = m.app
                WHERE m.id = \(id)
                """)
            guard let row else { return nil }
            let number: Int64 = try row.value("no")
            let counts = try await db.rows(
                """
                SELECT state, count(*) AS n FROM delivery WHERE message = \(number)
                GROUP BY state
                """)
            var states: [DeliveryState: Int] = [:]
            for count in counts { states[try count.word("state")] = try count.value("n") }
            let expiration: Int? = try row.optional("expiration")
            return StoredMessage(
                id: id, bundleID: try row.value("bundle_id"), topic: Topic(try row.value("topic")),
                pushType: try row.word("push_type"), priority: try row.word("priority"),
                expiration: expiration.map(PushExpiration.init(epochSeconds:)),
                createdAt: try row.moment("created_at"), states: states,
                carriesID: try row.value("carries_id"),
                receipts: try await SQLReceipts.counts(db, message: number))
        }
    }

    public func deliveries(
        messageID: String, after: APNSID?, limit: Int
    ) async throws -> [StoredDelivery] {
        try await Self.translating {
            try await database.rows(
                SQLDeliveries.select
                    + """
                     WHERE m.id = \(messageID) AND d.id > \(after?.text ?? "")
                    ORDER BY d.id LIMIT \(min(limit, GatewayLimits.pageEntriesMax))
                    """
            ).map(SQLDeliveries.delivery)
        }
    }

    public func delivery(id: APNSID) async throws -> StoredDelivery? {
        try await Self.translating {
            try await database.row(SQLDeliveries.select + " WHERE d.id = \(id.text.lowercased())")
                .map(SQLDeliveries.delivery)
        }
    }
}

/// Reads deliveries from the database.
enum SQLDeliveries {
    static let select: SQL = """
        SELECT d.id, m.id AS message_id, i.id AS installation_id, d.state, d.reason, d.status,
            d.attempts, d.updated_at, d.unique_id, e.address, e.environment, e.transport
        FROM delivery d JOIN message m ON m.no = d.message JOIN endpoint e ON e.no = d.endpoint
            LEFT JOIN installation i ON i.no = d.installation
        """

    static func delivery(_ row: SQLRow) throws -> StoredDelivery {
        var delivery = StoredDelivery(
            id: try row.apnsID("id"), messageID: try row.value("message_id"),
            installationID: try row.optional("installation_id"),
            token: try row.deviceToken("address"), environment: try row.word("environment"),
            state: try row.word("state"), reason: try row.optional("reason"),
            status: try row.optional("status"),
            attempts: try row.value("attempts"),
            updatedAt: try row.moment("updated_at"), uniqueID: try row.optional("unique_id"))
        delivery.transport = try row.word("transport")
        return delivery
    }
}
