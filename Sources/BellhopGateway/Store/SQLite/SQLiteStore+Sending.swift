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
    public func claim(_ request: ClaimRequest) async throws -> ClaimedBatch {
        try await write { db in try SQLClaim.claim(db, request) }
    }

    public func record(_ records: [DeliveryRecord], now: Date) async throws -> RecordingResult {
        try await write { db in
            try records.reduce(into: RecordingResult()) { result, record in
                try SQLSending.record(db, record, now: now, into: &result)
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

/// Recording, as steps of one transaction.
enum SQLSending {
    /// Makes what a process that died was sending due at once.
    static func releaseLeases(_ db: Database, now: Date) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'queued', lease_owner = NULL, due_at = ?, updated_at = ?
                WHERE state = 'sending'
                """,
            arguments: [now.storedMilliseconds, now.storedMilliseconds])
    }

    /// Writes one decision down. When a row that it leads to cannot be read, the delivery is set
    /// aside, and the decisions about the others stand.
    static func record(
        _ db: Database, _ record: DeliveryRecord, now: Date, into result: inout RecordingResult
    ) throws {
        do {
            var hasCounted = false
            try db.inSavepoint {
                hasCounted = try self.record(db, record, now: now)
                return .commit
            }
            if hasCounted { result.count += 1 }
        } catch let error as DatabaseError {
            throw error
        } catch {
            result.unreadable.append(
                try SQLUnreadable.setAside(db, delivery: record.id.text, because: error, now: now))
        }
    }

    private static func record(
        _ db: Database, _ record: DeliveryRecord, now: Date
    ) throws -> Bool {
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
