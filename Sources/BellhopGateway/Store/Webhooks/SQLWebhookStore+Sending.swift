// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What the dispatcher needs: claims of events, and records of their outcomes.
extension SQLWebhookStore {
    /// The maximum number of events that one claim examines for a webhook. If a webhook receives
    /// none of them, its position still advances.
    static let examinedMax = 5_000

    /// Gives positions to new events, and claims events for the webhooks that are due.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of webhooks.
    ///   - lease: the time for which the events belong to the caller. If the caller has not
    ///     recorded an outcome by then, they are claimed again.
    ///   - includesFile: whether the caller writes the event file.
    func claim(
        limit: Int, lease: Duration, includesFile: Bool, now: Date
    ) async throws -> EventClaim {
        let (database, clock, secrets) = (store.database, store.clock, store.secrets)
        let (hasNew, isDue) = try await store.read { db in
            let lead = try await clock.lead(database, db, over: now)
            let new = try await db.row(SQLEvents.newEvents)
            let hasNew = try new?.optional("no") as Int64? != nil
            let due = try await db.row(
                Self.due(now.moved(byMilliseconds: lead), 1, includesFile: includesFile))
            return (hasNew, due != nil)
        }
        guard limit > 0, hasNew || isDue else { return EventClaim() }
        return try await store.write { db in
            let lead = try await clock.lead(database, db, over: now)
            let now = now.moved(byMilliseconds: lead)
            if hasNew { try await SQLEvents.number(db) }
            let lock: SQL = "\(sqlite: "", postgres: " FOR UPDATE OF w SKIP LOCKED")"
            let rows = try await db.rows(Self.due(now, limit, includesFile: includesFile) + lock)
            var claim = EventClaim()
            claim.hasMore = rows.count == limit
            for row in rows {
                try await Self.take(db, row, secrets, lease: lease, now: now, into: &claim)
            }
            return claim
        }
    }

    /// Selects webhooks with events that are due.
    static func due(_ now: Date, _ limit: Int, includesFile: Bool) -> SQL {
        let moment = now.storedMilliseconds
        let kind: SQL = includesFile ? "" : " AND w.url IS NOT NULL"
        return """
            SELECT w.*, c.last AS newest FROM webhook w CROSS JOIN event_counter c
            WHERE w.is_enabled = 1 AND w.due_at <= \(moment) AND w.lease_until <= \(moment)
                AND w.position < c.last\(kind) ORDER BY w.due_at, w.no LIMIT \(limit)
            """
    }

    private static func take(
        _ db: isolated SQLStore.Connection, _ row: SQLRow, _ secrets: StoreSecrets,
        lease: Duration, now: Date, into claim: inout EventClaim
    ) async throws {
        let number: Int64 = try row.value("no")
        let position: Int64 = try row.value("position")
        let newest: Int64 = try row.value("newest")
        let fixed: Int64? = try row.optional("batch_last")
        // All attempts with one identifier contain the same events.
        let end = fixed ?? min(newest, position + Int64(examinedMax))
        let size: Int = try row.value("batch_size")
        let found = try await db.rows(
            try events(after: position, through: end, limit: size, for: row))
        guard let newestFound: Int64 = try found.last?.value("position") else {
            try await db.run(
                """
                UPDATE webhook SET position = \(end), batch_last = NULL WHERE no = \(number)
                """)
            if end < newest { claim.hasMore = true }
            return
        }
        // If the batch is not full, all events up to the end were examined.
        let last = found.count < size ? end : newestFound
        let run: Int64 = try row.value("run")
        let fence: Int64 = try row.value("fence") + 1
        let leaseUntil = now.addingTimeInterval(lease.inSeconds)
        try await db.run(
            """
            UPDATE webhook SET batch_last = \(last), fence = \(fence),
                lease_until = \(leaseUntil.storedMilliseconds)
            WHERE no = \(number)
            """)
        let id: String = try row.value("id")
        let url: String? = try row.optional("url")
        claim.claimed.append(
            ClaimedEvents(
                webhook: number, fence: fence, messageID: "msg_\(id)_\(run)_\(position)_\(last)",
                url: url, secrets: url == nil ? [] : try Self.secrets(row, secrets, now: now),
                isBatch: size > 1, events: found.compactMap { try? event($0) }, last: last,
                attempt: try row.value("attempts") + 1))
    }

    static func events(
        after position: Int64, through end: Int64, limit: Int, for row: SQLRow
    ) throws -> SQL {
        let apps: String = try row.value("apps")
        var statement: SQL = """
            SELECT position, type, app, at, data FROM event
            WHERE position > \(position) AND position <= \(end)
                AND type \(in: try SQLEvents.filter(row).types.map(\.rawValue))
            """
        if !apps.isEmpty {
            statement += " AND app \(in: apps.split(separator: " ").map(String.init))"
        }
        return statement + " ORDER BY position LIMIT \(limit)"
    }

    private static func event(_ row: SQLRow) throws -> GatewayEvent {
        let data: String = try row.value("data")
        guard let node = try? JSONReader.read(Array(data.utf8)) else {
            throw SQLValueError(column: "event.data")
        }
        return GatewayEvent(
            position: try row.value("position"), type: try row.value("type"),
            timestamp: try row.moment("at"), app: try row.value("app"), data: node.value)
    }

    /// Stores the outcome of an attempt. If the webhook was changed, moved or claimed again in the
    /// meantime, only the attempt is stored.
    func record(_ record: WebhookRecord, now: Date) async throws {
        let (database, clock) = (store.database, store.clock)
        try await store.write { db in
            let lead = try await clock.lead(database, db, over: now)
            try await Self.record(db, record, now: now.moved(byMilliseconds: lead))
        }
    }

    private static func record(
        _ db: isolated SQLStore.Connection, _ record: WebhookRecord, now: Date
    ) async throws {
        let events = record.events
        let moment = now.storedMilliseconds
        let change: SQL =
            switch record.step {
            case .delivered:
                """
                position = \(events.last), batch_last = NULL, attempts = 0,
                due_at = 0, failing_since = NULL, last_success_at = \(moment)
                """
            case .retry(let pause):
                """
                attempts = \(events.attempt), failing_since = coalesce(failing_since, \(moment)),
                due_at = \(now.addingTimeInterval(pause.inSeconds).storedMilliseconds)
                """
            case .disable(let reason):
                """
                attempts = 0, due_at = 0, failing_since = coalesce(failing_since, \(moment)),
                is_enabled = 0, disabled_reason = \(reason.rawValue)
                """
            }
        try await db.run(
            "UPDATE webhook SET " + change
                + """
                , lease_until = 0 WHERE no = \(events.webhook) AND fence = \(events.fence)
                """)
        guard events.url != nil else { return }
        try await store(db, record, at: moment)
    }

    private static func store(
        _ db: isolated SQLStore.Connection, _ record: WebhookRecord, at moment: Int64
    ) async throws {
        let events = record.events
        let (status, error): (Int?, String?) =
            switch record.outcome {
            case .response(let status, _): (status, nil)
            case .failed(let cause): (nil, cause)
            }
        try await db.run(
            """
            INSERT INTO webhook_attempt (webhook, at, message_id, events, status, error,
                is_delivered)
            SELECT \(events.webhook), \(moment), \(events.messageID), \(events.events.count),
                \(status), \(error), \(record.step == .delivered)
            WHERE EXISTS (SELECT 1 FROM webhook w WHERE w.no = \(events.webhook))
            """)
        try await db.run(
            """
            DELETE FROM webhook_attempt WHERE webhook = \(events.webhook) AND no < (
                SELECT min(no) FROM (SELECT no FROM webhook_attempt
                    WHERE webhook = \(events.webhook)
                    ORDER BY no DESC LIMIT \(GatewayLimits.webhookAttemptsMax)) AS x)
            """)
    }
}
