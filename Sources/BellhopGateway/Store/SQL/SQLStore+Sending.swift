// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func claim(_ request: ClaimRequest) async throws -> ClaimedBatch {
        let (database, clock, secrets) = (database, clock, secrets)
        return try await write { db in
            let lead = try await clock.lead(database, db, over: request.now)
            return try await SQLClaim.claim(db, request.moved(byMilliseconds: lead), secrets)
        }
    }

    public func record(_ records: [DeliveryRecord], now: Date) async throws -> RecordingResult {
        let (database, clock) = (database, clock)
        return try await write { db in
            let lead = try await clock.lead(database, db, over: now)
            return try await SQLSending.record(
                db, records.map { $0.moved(byMilliseconds: lead) },
                now: now.moved(byMilliseconds: lead))
        }
    }

    public func nextDue(now: Date) async throws -> Date? {
        let (database, clock) = (database, clock)
        let row = try await Self.translating {
            try await database.row(
                "SELECT min(due_at) AS due_at FROM delivery WHERE due_at IS NOT NULL")
        }
        guard let due: Int64 = try row?.optional("due_at") else { return nil }
        guard clock == .database else { return Date(storedMilliseconds: due) }
        return try await read { db in
            let lead = try await clock.lead(database, db, over: now)
            return Date(storedMilliseconds: due).moved(byMilliseconds: -lead)
        }
    }
}

extension ClaimRequest {
    /// Returns the request with its times shifted to a clock that is ahead of the caller's.
    fileprivate func moved(byMilliseconds lead: Int64) -> ClaimRequest {
        var moved = self
        moved.now = now.moved(byMilliseconds: lead)
        moved.leaseUntil = leaseUntil.moved(byMilliseconds: lead)
        moved.latestDue = latestDue?.moved(byMilliseconds: lead)
        return moved
    }
}

extension DeliveryRecord {
    /// Returns the record with its times shifted to a clock that is ahead of the caller's.
    fileprivate func moved(byMilliseconds lead: Int64) -> DeliveryRecord {
        guard case .retry(let date, let reason, let status) = decision.step else { return self }
        var moved = self
        moved.decision.step = .retry(
            at: date.moved(byMilliseconds: lead), reason: reason, status: status)
        return moved
    }
}

/// Stores decisions about deliveries, as steps of one transaction.
enum SQLSending {
    /// Makes deliveries due immediately if a process was sending them when it died.
    static func releaseLeases(_ db: isolated SQLStore.Connection, now: Date) async throws {
        try await db.run(
            """
            UPDATE delivery SET state = 'queued', lease_owner = NULL,
                due_at = \(now.storedMilliseconds), updated_at = \(now.storedMilliseconds)
            WHERE due_at IS NOT NULL AND state = 'sending'
            """)
        try await db.run("UPDATE webhook SET lease_until = 0 WHERE lease_until > 0")
    }

    /// A decision that takes effect, with the token of its delivery.
    private struct Counted {
        let number: Int64
        let id: String
        let endpoint: Int64
        let decision: DeliveryDecision
    }

    /// Stores decisions. If a row that belongs to one of the deliveries cannot be read, that
    /// delivery is set aside, and the decisions about the other deliveries still take effect.
    static func record(
        _ db: isolated SQLStore.Connection, _ records: [DeliveryRecord], now: Date
    ) async throws -> RecordingResult {
        var result = RecordingResult()
        let counted = try await end(db, records, now: now)
        result.count = counted.count
        try await apply(db, counted, now: now)
        let retried = counted.filter { !$0.decision.step.isFinal }
        let settled = try await unsettled(db, retried.map(\.endpoint))
        for one in retried where settled.contains(one.endpoint) {
            do { try await SQLReaddressing.settle(db, endpoint: one.endpoint, now: now) } catch let
                error as SQLValueError
            {
                result.count -= 1
                result.unreadable.append(
                    try await SQLUnreadable.setAside(db, delivery: one.id, because: error, now: now)
                )
            }
        }
        try await SQLEvents.ended(
            db, deliveries: counted.filter(\.decision.step.isFinal).map(\.number), now: now)
        return result
    }

    /// Stores the states of the deliveries whose claim is still valid.
    private static func end(
        _ db: isolated SQLStore.Connection, _ records: [DeliveryRecord], now: Date
    ) async throws -> [Counted] {
        var decisions: [String: DeliveryDecision] = [:]
        // Only the first decision about a delivery takes effect.
        let records = records.filter { decisions.updateIfAbsent($0.decision, for: $0.id.text) }
        let steps = records.map(\.decision.step)
        let table = SQLTable().with("record_id", texts: records.map(\.id.text))
            .with("record_fence", integers: records.map { Int64($0.fence) })
            .with("new_state", texts: steps.map(\.state.rawValue))
            .with("new_reason", texts: steps.map(\.reason))
            .with("new_status", integers: steps.map { $0.status.map(Int64.init) })
            .with("new_due", integers: steps.map { $0.due?.storedMilliseconds })
            .with("new_unique", texts: records.map(\.decision.uniqueID))
        let rows = try await db.rows(
            """
            UPDATE delivery SET state = r.new_state, reason = r.new_reason,
                status = r.new_status, due_at = r.new_due, lease_owner = NULL,
                unique_id = r.new_unique,
                updated_at = \(now.storedMilliseconds)
            FROM \(table, as: "r")
            WHERE id = r.record_id AND fence = r.record_fence AND state = 'sending'
            RETURNING no, id, endpoint
            """)
        return try rows.compactMap { row in
            let id: String = try row.value("id")
            guard let decision = decisions[id] else { return nil }
            return Counted(
                number: try row.value("no"), id: id, endpoint: try row.value("endpoint"),
                decision: decision)
        }
    }

    /// Returns those tokens of retried deliveries that were replaced or removed in the meantime, or
    /// that have a delivery for a user or an installation to which the token no longer belongs.
    private static func unsettled(
        _ db: isolated SQLStore.Connection, _ endpoints: [Int64]
    ) async throws -> Set<Int64> {
        guard !endpoints.isEmpty else { return [] }
        let rows = try await db.rows(
            """
            SELECT e.no FROM endpoint e WHERE e.no \(in: endpoints) AND (
                e.state NOT IN ('active', 'suspect', 'dead') OR EXISTS (
                    SELECT 1 FROM delivery d JOIN message m ON m.no = d.message
                    LEFT JOIN installation i ON i.no = e.installation
                    WHERE d.endpoint = e.no AND d.due_at IS NOT NULL AND d.state = 'queued'
                        AND (m.target_kind = 'user'
                                AND (i.user_id IS NULL OR i.user_id <> m.target)
                            OR m.target_kind = 'installation'
                                AND (i.id IS NULL OR i.id <> m.target))))
            """)
        return Set(try rows.firstColumn(as: Int64.self))
    }

    /// Stores the conclusions about the tokens. A token that was replaced or removed in the
    /// meantime keeps its state.
    private static func apply(
        _ db: isolated SQLStore.Connection, _ counted: [Counted], now: Date
    ) async throws {
        var proven: [Int64] = []
        var suspects: [(number: Int64, reason: String)] = []
        var dead: [(number: Int64, reason: String, since: Int64)] = []
        for one in counted {
            switch one.decision.token {
            case .unchanged: break
            case .proven: proven.append(one.endpoint)
            case .suspect(let reason): suspects.append((one.endpoint, reason))
            case .dead(let reason, let since):
                dead.append((one.endpoint, reason, since.storedMilliseconds))
            }
        }
        var statements: [SQL] = []
        if !proven.isEmpty { statements.append(SQLVerdicts.works(proven)) }
        if !suspects.isEmpty {
            statements.append(SQLVerdicts.suspect(suspects, now: now.storedMilliseconds))
        }
        if !statements.isEmpty { try await db.runAll(statements) }
        try await SQLVerdicts.die(db, dead, now: now)
    }
}

extension [String: DeliveryDecision] {
    /// Stores a decision if there is none for the identifier.
    ///
    /// - Returns: whether there was none.
    fileprivate mutating func updateIfAbsent(_ decision: DeliveryDecision, for id: String) -> Bool {
        guard self[id] == nil else { return false }
        self[id] = decision
        return true
    }
}

extension DeliveryDecision.Step {
    /// The delivery's state after the step.
    fileprivate var state: DeliveryState {
        switch self {
        case .finish(let state, _, _): state
        case .retry: .queued
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .finish(_, let reason, _): reason
        case .retry(_, let reason, _): reason
        }
    }

    fileprivate var status: Int? {
        switch self {
        case .finish(_, _, let status), .retry(_, _, let status): status
        }
    }

    fileprivate var due: Date? {
        switch self {
        case .finish: nil
        case .retry(let date, _, _): date
        }
    }

    fileprivate var isFinal: Bool { state.isTerminal }
}
