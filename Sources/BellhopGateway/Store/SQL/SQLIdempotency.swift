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

    /// Waits until no other transaction with the same key runs. Later transactions with this key
    /// wait until the present transaction ends.
    static func lock(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency
    ) async throws {
        try await db.lock(["idempotency \(idempotency.scope) \(idempotency.key)"])
    }

    /// Returns what an earlier request with the key created; `nil` if there is no such request, or
    /// if it is older than `GatewayLimits.idempotencyKeySecondsMax`.
    static func earlier(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency, now: Date
    ) async throws -> Earlier? {
        let oldest = now.addingTimeInterval(-Double(GatewayLimits.idempotencyKeySecondsMax))
        let row = try await db.row(
            """
            SELECT k.fingerprint, m.id AS message_id, c.id AS campaign_id FROM idempotency k
                LEFT JOIN message m ON m.no = k.message
                LEFT JOIN campaign c ON c.no = k.campaign
            WHERE k.scope = \(idempotency.scope) AND k.key = \(idempotency.key)
                AND k.created_at >= \(oldest.storedMilliseconds)
            """)
        guard let row else { return nil }
        let message: String? = try row.optional("message_id")
        let campaign: String? = try row.optional("campaign_id")
        guard message != nil || campaign != nil else { return nil }
        guard try row.value("fingerprint") == idempotency.fingerprint else { return .otherRequest }
        if let campaign { return .campaign(id: campaign) }
        return message.map { .message(id: $0) }
    }

    /// Stores what a request created.
    static func store(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency, _ created: Created,
        now: Date
    ) async throws {
        // The numbers of messages begin with 1, so no message has the number 0.
        let (message, campaign): (Int64, Int64?) =
            switch created {
            case .message(let number): (number, nil)
            case .campaign(let number): (0, number)
            }
        try await db.run(
            """
            INSERT INTO idempotency (scope, key, fingerprint, message, campaign, created_at)
            VALUES (\(idempotency.scope), \(idempotency.key), \(idempotency.fingerprint),
                \(message), \(campaign), \(now.storedMilliseconds))
            ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint,
                message = excluded.message, campaign = excluded.campaign,
                created_at = excluded.created_at
            """)
    }
}
