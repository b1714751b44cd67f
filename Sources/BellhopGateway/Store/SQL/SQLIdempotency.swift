// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores which message or campaign a request with an idempotency key created, as steps of one
/// transaction.
enum SQLIdempotency {
    /// What an earlier request with the same key created.
    enum Earlier: Hashable, Sendable {
        case message(id: String)
        case campaign(id: String)
        /// The key belongs to another request.
        case otherRequest
    }

    /// What a request created, by the number of its row.
    enum Created {
        case message(Int64)
        case campaign(Int64)
    }

    /// Waits until no other transaction with one of the keys runs. Later transactions with these
    /// keys wait until the current transaction ends.
    static func lock(
        _ db: isolated SQLStore.Connection, _ keys: [Idempotency]
    ) async throws {
        try await db.lock(keys.map(\.lockName))
    }

    /// A key, and the time of the request that has it.
    typealias Use = (key: Idempotency, now: Date)

    /// Returns the statement that finds what earlier requests with keys created. Earlier requests
    /// that are older than `GatewayLimits.idempotencyKeySecondsMax` are ignored.
    private static func search(_ uses: [Use]) -> SQL {
        let oldest = uses.map {
            $0.now.addingTimeInterval(-Double(GatewayLimits.idempotencyKeySecondsMax))
                .storedMilliseconds
        }
        let table = SQLTable().with("used_scope", texts: uses.map(\.key.scope))
            .with("used_key", texts: uses.map(\.key.key))
            .with("oldest", integers: oldest)
        return """
            SELECT k.scope, k.key, k.fingerprint, m.id AS message_id, c.id AS campaign_id
            FROM \(table, as: "r") \(sqlite: "CROSS JOIN", postgres: "JOIN") idempotency k
                    ON k.scope = r.used_scope AND k.key = r.used_key AND k.created_at >= r.oldest
                LEFT JOIN message m ON m.no = k.message
                LEFT JOIN campaign c ON c.no = k.campaign
            """
    }

    private static func earlier(_ row: SQLRow, _ idempotency: Idempotency) throws -> Earlier? {
        let message: String? = try row.optional("message_id")
        let campaign: String? = try row.optional("campaign_id")
        guard message != nil || campaign != nil else { return nil }
        guard try row.value("fingerprint") == idempotency.fingerprint else { return .otherRequest }
        if let campaign { return .campaign(id: campaign) }
        return message.map { .message(id: $0) }
    }

    /// Returns what earlier requests with keys created, in the order of the keys; `nil` if there is
    /// no such request, or if it is too old.
    static func earlier(
        _ db: isolated SQLStore.Connection, _ uses: [Use]
    ) async throws -> [Earlier?] {
        try earlier(try await db.rows(search(uses)), uses)
    }

    private static func earlier(_ rows: SQLRows, _ uses: [Use]) throws -> [Earlier?] {
        var found: [String: SQLRow] = [:]
        for row in rows {
            let key = Idempotency(
                scope: try row.value("scope"), key: try row.value("key"), fingerprint: "")
            found[key.lockName] = row
        }
        return try uses.map { use in
            try found[use.key.lockName].flatMap { try earlier($0, use.key) }
        }
    }

    /// Returns what an earlier request with a key created.
    static func earlier(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency, now: Date
    ) async throws -> Earlier? {
        try await earlier(db, [(idempotency, now)]).first ?? nil
    }

    /// Returns what an earlier request with the same key created, read outside of a transaction.
    static func earlier(
        in database: any SQLDatabase, _ idempotency: Idempotency, now: Date
    ) async throws -> Earlier? {
        let uses = [(key: idempotency, now: now)]
        return try earlier(try await database.rows(search(uses)), uses).first ?? nil
    }

    /// Stores what requests created. No two of the requests have the same key.
    static func store(
        _ db: isolated SQLStore.Connection, _ created: [(use: Use, created: Created)]
    ) async throws {
        guard !created.isEmpty else { return }
        let table = SQLTable().with("used_scope", texts: created.map(\.use.key.scope))
            .with("used_key", texts: created.map(\.use.key.key))
            .with("used_fingerprint", texts: created.map(\.use.key.fingerprint))
            .with("created_message", integers: created.map(\.created.message))
            .with("created_campaign", integers: created.map(\.created.campaign))
            .with("stored_at", integers: created.map(\.use.now.storedMilliseconds))
        try await db.run(
            """
            INSERT INTO idempotency (scope, key, fingerprint, message, campaign, created_at)
            SELECT r.used_scope, r.used_key, r.used_fingerprint, r.created_message,
                r.created_campaign, r.stored_at
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint,
                message = excluded.message, campaign = excluded.campaign,
                created_at = excluded.created_at
            """)
    }
}

extension SQLIdempotency.Created {
    /// The value of the column `message`. The numbers of messages begin with 1, so no message has
    /// the number 0.
    fileprivate var message: Int64 {
        if case .message(let number) = self { number } else { 0 }
    }

    fileprivate var campaign: Int64? {
        if case .campaign(let number) = self { number } else { nil }
    }
}

extension Idempotency {
    /// The name of the lock that transactions with this key take.
    var lockName: String { "idempotency \(scope) \(key)" }
}
