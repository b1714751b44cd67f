// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps queued deliveries with the right user and device when tokens are replaced or moved.
///
/// Only queued deliveries are changed. A delivery that is being sent is handled by `settle` if it
/// has to be tried again. Every statement begins with the open deliveries of a token, for which
/// there is an index, so the number of ended deliveries does not matter.
enum SQLReaddressing {
    /// Moves the queued deliveries of one token to another: each old delivery is cancelled, and a
    /// new delivery with a separate identifier is queued.
    ///
    /// If the other token was replaced before and already has a delivery of the message, that
    /// delivery is queued again. It is the only delivery that may leave its final state, because
    /// otherwise the message would be lost.
    static func moveQueued(
        _ db: isolated SQLStore.Connection, from old: Int64, to new: Int64, now: Date
    ) async throws {
        let queued = try await db.rows(
            """
            SELECT d.no, d.message, m.id, d.due_at, d.lane
            FROM delivery d JOIN message m ON m.no = d.message
            WHERE d.endpoint = \(old) AND d.due_at IS NOT NULL AND d.state = 'queued'
            """)
        guard !queued.isEmpty else { return }
        let target = try await db.row(
            """
            SELECT e.address, e.environment, e.transport, e.installation, a.bundle_id
            FROM endpoint e JOIN app a ON a.no = e.app WHERE e.no = \(new)
            """)
        guard let target else { throw SQLValueError(column: "endpoint.no") }
        let token = try target.deviceToken("address")
        let environment: APNSEnvironment = try target.word("environment")
        let installation: Int64? = try target.optional("installation")
        let bundleID: String = try target.value("bundle_id")
        let messages: [Int64] = try queued.map { try $0.value("message") }
        let table = try moved(
            queued, messages: messages, to: token,
            SendingDestination(
                bundleID: bundleID, environment: environment,
                transport: try target.word("transport")))
        let moment = now.storedMilliseconds
        try await db.runAll([
            """
            UPDATE delivery SET state = 'cancelled', reason = 'token_replaced', due_at = NULL,
                updated_at = \(moment)
            WHERE no \(in: try queued.map { try $0.value("no") as Int64 })
            """,
            """
            INSERT INTO delivery (id, message, endpoint, installation, state, attempts, due_at,
                fence, created_at, updated_at, lane)
            SELECT r.id, r.message, \(new), \(installation), 'queued', 0, r.due_at, 0,
                \(moment), \(moment), r.lane
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (message, endpoint) DO UPDATE SET state = 'queued', reason = NULL,
                due_at = excluded.due_at, updated_at = excluded.updated_at
            WHERE delivery.state = 'cancelled' AND delivery.reason = 'token_replaced'
            """,
        ])
        if let installation {
            try await SQLInbox.add(db, messages: messages, installation: installation, now: now)
        }
    }

    /// Returns the deliveries that replace queued deliveries of another token, as rows to insert.
    /// Each stays in its lane.
    private static func moved(
        _ queued: SQLRows, messages: [Int64], to token: DeviceToken,
        _ destination: SendingDestination
    ) throws -> SQLTable {
        SQLTable().with("message", integers: messages)
            .with(
                "id",
                texts: try queued.map {
                    DeliveryID.make(
                        messageID: try $0.value("id"), token: token,
                        environment: destination.environment
                    ).text
                }
            )
            .with("due_at", integers: try queued.map { try $0.value("due_at") })
            .with(
                "lane",
                texts: try queued.map {
                    SendingLane(
                        destination: destination,
                        lane: SendingLane(try $0.value("lane"))?.lane ?? .transactional
                    ).description
                })
    }

    /// Cancels queued deliveries for users and installations to which the token no longer belongs.
    ///
    /// - Parameter condition: selects the tokens `e`.
    static func withdrawMisaddressed(
        _ db: isolated SQLStore.Connection, where condition: SQL, now: Date
    ) async throws {
        let cancelled: [Int64] = try await db.rows(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'token_moved', due_at = NULL,
                updated_at = \(now.storedMilliseconds)
            WHERE no IN (
                SELECT d.no FROM endpoint e JOIN delivery d ON d.endpoint = e.no
                JOIN message m ON m.no = d.message
                LEFT JOIN installation i ON i.no = e.installation
                WHERE \(condition) AND d.due_at IS NOT NULL AND d.state = 'queued'
                    AND (m.target_kind = 'user' AND (i.user_id IS NULL OR i.user_id <> m.target)
                        OR m.target_kind = 'installation'
                            AND (i.id IS NULL OR i.id <> m.target)))
            RETURNING no
            """
        ).firstColumn()
        try await SQLEvents.ended(db, deliveries: cancelled, now: now)
    }

    /// Moves or cancels the queued deliveries of a token whose installation, user or state changed
    /// while a delivery was being sent.
    static func settle(
        _ db: isolated SQLStore.Connection, endpoint: Int64, now: Date
    ) async throws {
        let row = try await db.row(
            "SELECT state, reason, replaced_by FROM endpoint WHERE no = \(endpoint)")
        guard let row else { return }
        let state: TokenState = try row.word("state")
        switch state {
        case .replaced:
            guard let successor: Int64 = try row.optional("replaced_by") else { return }
            try await moveQueued(db, from: endpoint, to: successor, now: now)
            // The successor may have been replaced in the meantime, or may belong to another
            // installation now.
            try await settle(db, endpoint: successor, now: now)
        case .removed:
            let cancelled: [Int64] = try await db.rows(
                """
                UPDATE delivery SET state = 'cancelled',
                    reason = \(try row.optional("reason") ?? "installation_deleted"),
                    due_at = NULL, updated_at = \(now.storedMilliseconds)
                WHERE endpoint = \(endpoint) AND due_at IS NOT NULL AND state = 'queued'
                RETURNING no
                """
            ).firstColumn()
            try await SQLEvents.ended(db, deliveries: cancelled, now: now)
        case .active, .suspect, .dead:
            try await withdrawMisaddressed(db, where: "e.no = \(endpoint)", now: now)
        }
    }
}
