// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    public func claim(
        owner: String, limit: Int, leaseUntil: Date, now: Date
    ) async throws -> [ClaimedDelivery] {
        try await write { db in
            let ids = try SQLSending.claim(
                db, owner: owner, limit: limit, leaseUntil: leaseUntil, now: now)
            return try ids.compactMap { try SQLSending.claimed(db, id: $0) }
        }
    }

    public func record(_ records: [DeliveryRecord], now: Date) async throws -> Int {
        try await write { db in
            try records.reduce(0) { count, record in
                try SQLSending.record(db, record, now: now) ? count + 1 : count
            }
        }
    }

    public func nextDue() async throws -> Date? {
        try await read { db in
            try Int64.fetchOne(db, sql: "SELECT min(due_at) FROM delivery WHERE due_at IS NOT NULL")
                .map(Date.init(storedMilliseconds:))
        }
    }
}

/// Claiming and recording, as steps of one transaction.
enum SQLSending {
    /// The one statement that another database would do differently (with `SKIP LOCKED`).
    static func claim(
        _ db: Database, owner: String, limit: Int, leaseUntil: Date, now: Date
    ) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                UPDATE delivery SET state = 'sending', lease_owner = ?, due_at = ?, fence = fence +
                    1,
                    attempts = attempts + 1, updated_at = ?
                WHERE id IN (SELECT id FROM delivery WHERE due_at <= ? ORDER BY due_at LIMIT ?)
                RETURNING id
                """,
            arguments: [
                owner, leaseUntil.storedMilliseconds, now.storedMilliseconds,
                now.storedMilliseconds,
                max(0, limit),
            ])
    }

    static func claimed(_ db: Database, id: String) throws -> ClaimedDelivery? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT d.id, d.message_id, d.fence, d.attempts, m.bundle_id, m.body, m.topic,
                    m.push_type,
                    m.priority, m.collapse_id, m.expiration, m.deadline, t.token, t.environment,
                    t.state, t.registered_at
                FROM delivery d JOIN message m ON m.id = d.message_id JOIN device_token t ON t.id =
                    d.token_id
                WHERE d.id = ?
                """,
            arguments: [id])
        guard let row else { return nil }
        let body: Data = try row.value("body")
        let expiration: Int? = row["expiration"]
        let collapseID: String? = row["collapse_id"]
        let apnsID = try row.apnsID("id")
        let request = PushRequest(
            deviceToken: try row.deviceToken("token"), body: Array(body),
            topic: Topic(try row.value("topic")), pushType: try row.word("push_type"),
            priority: try row.word("priority") as PushPriority,
            expiration: expiration.map(PushExpiration.init(epochSeconds:)),
            collapseID: try collapseID.map { try CollapseID($0) }, id: apnsID)
        return ClaimedDelivery(
            id: apnsID, messageID: try row.value("message_id"), fence: try row.value("fence"),
            attempt: try row.value("attempts"), bundleID: try row.value("bundle_id"),
            environment: try row.word("environment"), request: request,
            tokenState: try row.word("state"),
            registeredAt: try row.optionalMoment("registered_at"),
            deadline: try row.moment("deadline"))
    }

    /// Makes what a process that died was sending due at once.
    static func releaseLeases(_ db: Database, now: Date) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'queued', lease_owner = NULL, due_at = ?, updated_at = ?
                WHERE state = 'sending'
                """,
            arguments: [now.storedMilliseconds, now.storedMilliseconds])
    }

    static func record(_ db: Database, _ record: DeliveryRecord, now: Date) throws -> Bool {
        let (state, reason, status, due): (DeliveryState, String?, Int?, Date?) =
            switch record.decision.step {
            case .finish(let state, let reason, let status): (state, reason, status, nil)
            case .retry(let date, let reason, let status): (.queued, reason, status, date)
            }
        let tokenID = try Int64.fetchOne(
            db,
            sql: """
                UPDATE delivery SET state = ?, reason = ?, status = ?, due_at = ?,
                    lease_owner = NULL, updated_at = ?
                WHERE id = ? AND fence = ? AND state = 'sending' RETURNING token_id
                """,
            arguments: [
                state.rawValue, reason, status, due?.storedMilliseconds, now.storedMilliseconds,
                record.id.text, record.fence,
            ])
        guard let tokenID else { return false }
        try apply(db, record.decision.token, tokenID: tokenID)
        if !state.isTerminal { try SQLReaddressing.settle(db, tokenID: tokenID, now: now) }
        return true
    }

    /// A token that was replaced or removed meanwhile keeps that state.
    private static func apply(
        _ db: Database, _ verdict: DeliveryDecision.TokenVerdict, tokenID: Int64
    ) throws {
        switch verdict {
        case .unchanged: break
        case .proven:
            try db.execute(
                sql: """
                    UPDATE device_token SET state = 'active', reason = NULL
                    WHERE id = ? AND state = 'suspect'
                    """,
                arguments: [tokenID])
        case .suspect(let reason):
            try db.execute(
                sql: """
                    UPDATE device_token SET state = 'suspect', reason = ?
                    WHERE id = ? AND state IN ('active', 'suspect')
                    """,
                arguments: [reason, tokenID])
        case .dead(let reason, let since):
            // The comparison is repeated here, because the app may have registered since the claim.
            try db.execute(
                sql: """
                    UPDATE device_token SET state = 'dead', reason = ?
                    WHERE id = ? AND state IN ('active', 'suspect')
                        AND (registered_at IS NULL OR registered_at < ?)
                    """,
                arguments: [reason, tokenID, since.storedMilliseconds])
        }
    }
}
