// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    /// Removes old data. Several gateways may call this method at the same time; on PostgreSQL, one
    /// of them removes rows and the others return immediately.
    public func purge(_ retention: Retention, now: Date) async throws -> PurgeReport {
        var report = try await purgeOldRows(retention, now: now)
        if try await !continueErasures(now: now) { report.addUnfinished() }
        return report
    }

    /// The maximum number of transactions in which one call erases users.
    private static let erasureTransactionsMax = 50

    /// Continues with users whose erasure was interrupted. Returns `false` if more is left.
    private func continueErasures(now: Date) async throws -> Bool {
        let orders = SQLErasureOrders(store: self)
        let open = try await orders.open()
        guard !open.isEmpty else { return true }
        return try await orders.advance(
            open, transactionsMax: Self.erasureTransactionsMax, now: now
        ).isDone
    }

    private func purgeOldRows(_ retention: Retention, now: Date) async throws -> PurgeReport {
        let installations = try await staleInstallations(retention, now: now)
        return try await write { db in
            var report = PurgeReport()
            guard try await SQLRetention.isOurTurn(db) else { return report }
            for rule in SQLRetention.rules(retention, now: now) {
                report.add(
                    try await db.run(rule.statement), rule.table, limit: retention.batchRows)
            }
            for installation in installations {
                try await SQLInstallations.delete(db, installation, now: now)
            }
            report.add(installations.count, "installation", limit: retention.batchRows)
            try await SQLRetention.purgeMessages(db, retention, now: now, into: &report)
            try await SQLRetention.purgeCampaigns(db, retention, now: now, into: &report)
            try await SQLRetention.purgeTemplates(db, retention, now: now, into: &report)
            report.add(
                try await SQLAudit.purge(
                    db, before: SQLRetention.oldest(now, retention.auditSeconds),
                    limit: retention.batchRows), "audit", limit: retention.batchRows)
            return report
        }
    }

    /// Returns some of the installations that were not registered again for a long time. There is
    /// no index of the time of registration, because this time changes with each registration. So
    /// each call of this method reads one page of installations, in the order of their numbers.
    private func staleInstallations(_ retention: Retention, now: Date) async throws -> [Int64] {
        let oldest = SQLRetention.oldest(now, retention.installationSeconds)
        let start = sweep.withLock { $0 }
        let page = try await read { db in
            try await db.rows(
                """
                SELECT no, registered_at FROM installation WHERE no > \(start)
                ORDER BY no LIMIT \(retention.batchRows)
                """
            ).map {
                (number: try $0.value("no") as Int64, at: try $0.value("registered_at") as Int64)
            }
        }
        let isLast = page.count < retention.batchRows
        sweep.withLock { $0 = isLast ? 0 : page.last?.number ?? 0 }
        return page.filter { $0.at < oldest }.map(\.number)
    }
}

/// Removes old rows, as steps of one transaction.
enum SQLRetention {
    /// A statement that removes rows.
    struct Rule {
        let table: String
        let statement: SQL
    }

    static func oldest(_ now: Date, _ seconds: Int) -> Int64 {
        now.addingTimeInterval(-Double(seconds)).storedMilliseconds
    }

    /// The number of the lock that a gateway takes to remove rows.
    private static let turnNumber: Int64 = 7_265_746_561

    /// Returns whether no other gateway is removing rows. On PostgreSQL, the transaction then holds
    /// the lock.
    static func isOurTurn(_ db: isolated SQLStore.Connection) async throws -> Bool {
        guard db.dialect == .postgres else { return true }
        let row = try await db.row(
            """
            SELECT pg_try_advisory_xact_lock(
                hashtextextended(current_schema()::text, \(Self.turnNumber))) AS ours
            """)
        return try row?.value("ours") ?? false
    }

    /// Returns the statements for the tables whose rows are removed by their age alone.
    static func rules(_ retention: Retention, now: Date) -> [Rule] {
        let limit = retention.batchRows
        return rulesOfPeople(retention, now: now) + rulesOfConsole(retention, now: now)
            + rulesOfCampaigns(retention, now: now) + [
                Rule(
                    table: "inbox",
                    statement: """
                        DELETE FROM inbox WHERE (installation, number) IN (
                            SELECT installation, number FROM inbox
                            WHERE created_at < \(oldest(now, retention.inboxSeconds))
                            LIMIT \(limit))
                        """),
                Rule(
                    table: "receipt",
                    statement: """
                        DELETE FROM receipt WHERE no IN (SELECT no FROM receipt
                            WHERE received_at < \(oldest(now, retention.receiptSeconds))
                            LIMIT \(limit))
                        """),
                Rule(
                    table: "idempotency",
                    statement: """
                        DELETE FROM idempotency WHERE (scope, key) IN (
                            SELECT scope, key FROM idempotency
                            WHERE created_at < \(oldest(now, retention.idempotencySeconds))
                            LIMIT \(limit))
                        """),
                Rule(
                    table: "event",
                    statement: """
                        DELETE FROM event WHERE no IN (SELECT no FROM event
                            WHERE at < \(oldest(now, retention.eventSeconds)) LIMIT \(limit))
                        """),
                Rule(
                    table: "urgency_count",
                    statement: """
                        DELETE FROM urgency_count WHERE (app, day, class, shard) IN (
                            SELECT app, day, class, shard FROM urgency_count
                            WHERE day
                                < \(SQLUrgencyCounts.day(now) - Int64(GatewayLimits.urgencyDaysMax))
                            LIMIT \(limit))
                        """),
                Rule(
                    table: "endpoint",
                    statement: """
                        DELETE FROM endpoint WHERE no IN (SELECT no FROM endpoint
                            WHERE unused_since < \(oldest(now, retention.keptTokenSeconds))
                            LIMIT \(limit))
                        """),
            ]
    }

    private static func rulesOfCampaigns(_ retention: Retention, now: Date) -> [Rule] {
        let limit = retention.batchRows
        return [
            Rule(
                table: "shadow_finding",
                statement: """
                    DELETE FROM shadow_finding WHERE no IN (SELECT no FROM shadow_finding
                        WHERE at < \(oldest(now, retention.keptMessageSeconds)) LIMIT \(limit))
                    """),
            Rule(
                table: "campaign_series",
                statement: """
                    DELETE FROM campaign_series WHERE no IN (SELECT no FROM campaign_series
                        WHERE ended_at < \(oldest(now, retention.campaignSeconds))
                        LIMIT \(limit))
                    """),
        ]
    }

    private static func rulesOfPeople(_ retention: Retention, now: Date) -> [Rule] {
        let limit = retention.batchRows
        return [
            Rule(
                table: "consent",
                statement: """
                    DELETE FROM consent WHERE no IN (SELECT no FROM consent
                        WHERE at < \(oldest(now, retention.consentSeconds)) LIMIT \(limit))
                    """),
            Rule(
                table: "erasure",
                statement: """
                    DELETE FROM erasure WHERE no IN (SELECT no FROM erasure
                        WHERE finished_at < \(oldest(now, retention.erasureSeconds))
                        LIMIT \(limit))
                    """),
            Rule(
                table: "tombstone",
                statement: """
                    DELETE FROM tombstone WHERE (app, hash) IN (
                        SELECT app, hash FROM tombstone
                        WHERE created_at < \(oldest(now, retention.tombstoneSeconds))
                        LIMIT \(limit))
                    """),
        ]
    }

    /// Removes messages that have ended and have no receipts, with their deliveries. If a message
    /// has more deliveries than one transaction removes, several transactions remove it.
    static func purgeMessages(
        _ db: isolated SQLStore.Connection, _ retention: Retention, now: Date,
        into report: inout PurgeReport
    ) async throws {
        let limit = retention.batchRows
        let ended: [Int64] = try await db.rows(
            """
            SELECT m.no FROM message m
            WHERE m.created_at < \(oldest(now, retention.keptMessageSeconds))
                AND NOT EXISTS (SELECT 1 FROM delivery d
                    WHERE d.message = m.no AND d.due_at IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.message = m.no)
            ORDER BY m.created_at LIMIT \(limit)
            """
        ).firstColumn()
        guard !ended.isEmpty else { return }
        let deliveries = try await db.run(
            """
            DELETE FROM delivery WHERE no IN (
                SELECT no FROM delivery WHERE message \(in: ended) LIMIT \(limit))
            """)
        report.add(deliveries, "delivery", limit: limit)
        let count = try await db.run(
            """
            DELETE FROM message WHERE no \(in: ended)
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.message = message.no)
            """)
        report.add(count, "message", limit: limit)
    }

    /// The number of days for which the uses of caps are kept. It is more than one, because a local
    /// day begins and ends at a different time in each time zone.
    private static let capDays: Int64 = 3
    /// The time for which the uses of silent notifications are kept, in seconds: two days. It is
    /// longer than the hour in which a use counts, because quiet hours can hold a notification
    /// back.
    private static let capSlotSeconds = 2 * 24 * 3600

    /// Removes old uses of caps, and campaigns that have ended, with their units and outcomes.
    static func purgeCampaigns(
        _ db: isolated SQLStore.Connection, _ retention: Retention, now: Date,
        into report: inout PurgeReport
    ) async throws {
        let limit = retention.batchRows
        let lastDay = now.storedMilliseconds / (24 * 3600 * 1000) - capDays
        let lastSlot = CapRule.slot(
            at: DatabaseTime(milliseconds: oldest(now, capSlotSeconds)))
        for range in [0..<max(0, lastDay), CapRule.firstSlot..<max(CapRule.firstSlot, lastSlot)] {
            let uses = try await db.run(
                """
                DELETE FROM cap_use WHERE (name, installation, day, campaign) IN (
                    SELECT name, installation, day, campaign FROM cap_use
                    WHERE day >= \(range.lowerBound) AND day < \(range.upperBound)
                    LIMIT \(limit))
                """)
            report.add(uses, "cap_use", limit: limit)
        }
        let ended: [Int64] = try await db.rows(
            """
            SELECT no FROM campaign
            WHERE finished_at < \(oldest(now, retention.keptCampaignSeconds))
            ORDER BY finished_at LIMIT \(limit)
            """
        ).firstColumn()
        guard !ended.isEmpty else { return }
        var rest = 0
        for (table, keys) in [
            ("outcome_part", "campaign, unit, writer, no"),
            ("campaign_sum", "campaign, unit, kind, variant, reason"), ("unit", "campaign, no"),
            ("receipt_sum", "campaign, event, dimension, value"),
        ] {
            let count = try await db.run(
                """
                DELETE FROM \(text: table) WHERE (\(text: keys)) IN (
                    SELECT \(text: keys) FROM \(text: table)
                    WHERE campaign \(in: ended) LIMIT \(limit))
                """)
            report.add(count, table, limit: limit)
            if count == limit { rest += 1 }
        }
        let rows = try await db.run(
            """
            DELETE FROM campaign_row WHERE no IN (
                SELECT no FROM campaign_row WHERE campaign \(in: ended) LIMIT \(limit))
            """)
        report.add(rows, "campaign_row", limit: limit)
        guard rest == 0, rows < limit else { return }
        let count = try await db.run("DELETE FROM campaign WHERE no \(in: ended)")
        report.add(count, "campaign", limit: limit)
    }
}
