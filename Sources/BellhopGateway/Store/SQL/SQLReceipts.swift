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

/// Stores and reads receipts, as steps of one transaction.
///
/// A receipt refers to a message by its number, and to a campaign by its negated number.
enum SQLReceipts {
    /// The values that distinguish the receipts of one message and installation.
    private struct Key: Hashable {
        let event: String
        let action: String
    }

    /// A receipt that is not stored yet.
    struct New {
        let target: SQLReceiptTargets.Target
        let report: ReceiptReport
        let receipt: Receipt
        /// Whether this is the installation's first receipt with this event.
        let isFirst: Bool

        var action: String { receipt.action ?? "" }
    }

    /// Stores the receipts of several installations.
    ///
    /// - Returns: the number of receipts of each report that are stored now, including those that
    ///   were stored before.
    static func add(
        _ db: isolated SQLStore.Connection, _ reports: [ReceiptReport], now: Date
    ) async throws -> [Int] {
        // Only one transaction at a time can know whether an action is the first one of its
        // installation.
        let acting = reports.filter { $0.receipts.contains { $0.event == .action } }
        if !acting.isEmpty {
            try await db.lock(Set(acting.map { "receipts \($0.installationID)" }).sorted())
        }
        let targets = try await SQLReceiptTargets.find(db, reports)
        var known = try await known(db, targets)
        var counts = Array(repeating: 0, count: reports.count)
        var new: [New] = []
        for (index, report) in reports.enumerated() {
            for receipt in report.receipts {
                let pair = SQLReceiptTargets.Pair(report.installationID, receipt.message)
                guard let target = targets[pair] else { continue }
                let key = Key(event: receipt.event.rawValue, action: receipt.action ?? "")
                let stored = known[pair, default: []]
                if !stored.contains(key) {
                    guard stored.count < GatewayLimits.receiptsPerMessageMax else { continue }
                    known[pair, default: []].insert(key)
                    new.append(
                        New(
                            target: target, report: report, receipt: receipt,
                            isFirst: !stored.contains { $0.event == key.event }))
                }
                counts[index] += 1
            }
        }
        guard !new.isEmpty else { return counts }
        let inserted = try await insert(db, new, now: now)
        try await SQLReceiptSums.add(db, inserted, now: now)
        try await SQLEvents.received(
            db, inserted.map { ($0.report.installationID, $0.receipt) }, now: now)
        return counts
    }

    /// Stores receipts that no other transaction has stored in the meantime, and returns them.
    private static func insert(
        _ db: isolated SQLStore.Connection, _ new: [New], now: Date
    ) async throws -> [New] {
        let new = new.sorted {
            ($0.target.number, $0.report.installationID) < (
                $1.target.number, $1.report.installationID
            )
        }
        let table = SQLTable().with("message", integers: new.map(\.target.number))
            .with("installation_id", texts: new.map(\.report.installationID))
            .with("event", texts: new.map(\.receipt.event.rawValue))
            .with("action", texts: new.map(\.action))
            .with("at", integers: new.map { $0.receipt.at.storedMilliseconds })
        let rows = try await db.rows(
            """
            INSERT INTO receipt (message, installation_id, event, action, at, received_at)
            SELECT r.message, r.installation_id, r.event, r.action, r.at,
                \(now.storedMilliseconds)
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (message, installation_id, event, action) DO NOTHING
            RETURNING message, installation_id, event, action
            """)
        if rows.count == new.count { return new }
        let stored = Set(
            try rows.map { row in
                "\(try row.value("message") as Int64) \(try row.value("event") as String) "
                    + "\(try row.value("installation_id") as String) "
                    + "\(try row.value("action") as String)"
            })
        return new.filter { one in
            stored.contains(
                "\(one.target.number) \(one.receipt.event.rawValue) "
                    + "\(one.report.installationID) \(one.action)")
        }
    }

    private static func known(
        _ db: isolated SQLStore.Connection,
        _ targets: [SQLReceiptTargets.Pair: SQLReceiptTargets.Target]
    ) async throws -> [SQLReceiptTargets.Pair: Set<Key>] {
        guard !targets.isEmpty else { return [:] }
        let pairs = Array(targets)
        let table = SQLTable().with("pair", integers: pairs.indices.map { Int64($0) })
            .with("target", integers: pairs.map(\.value.number))
            .with("target_installation", texts: pairs.map(\.key.installationID))
        let rows = try await db.rows(
            """
            SELECT r.pair, x.event, x.action FROM \(table, as: "r") JOIN receipt x
            ON x.message = r.target AND x.installation_id = r.target_installation
            """)
        var known: [SQLReceiptTargets.Pair: Set<Key>] = [:]
        for row in rows {
            known[pairs[try row.value("pair")].key, default: []].insert(
                Key(event: try row.value("event"), action: try row.value("action")))
        }
        return known
    }

    /// Returns the number of installations that reported each event; an installation that reported
    /// two actions counts once.
    static func counts(
        _ db: isolated SQLStore.Connection, message: Int64
    ) async throws -> [Receipt.Event: Int] {
        var counts: [Receipt.Event: Int] = [:]
        let rows = try await db.rows(
            """
            SELECT event, count(DISTINCT installation_id) AS n FROM receipt
            WHERE message = \(message) GROUP BY event
            """)
        for row in rows { counts[try row.word("event")] = try row.value("n") }
        return counts
    }

    /// Returns the receipts of a message.
    static func receipts(
        _ db: isolated SQLStore.Connection, messageID: String, after: Int?, limit: Int
    ) async throws -> [StoredReceipt] {
        let row = try await db.row("SELECT no FROM message WHERE id = \(messageID)")
        guard let number: Int64 = try row?.value("no") else { return [] }
        return try await receipts(db, number, after: after, limit: limit)
    }

    /// Returns the receipts of a campaign.
    static func receipts(
        _ db: isolated SQLStore.Connection, campaign: Campaign.Number, after: Int?, limit: Int
    ) async throws -> [StoredReceipt] {
        try await receipts(db, -campaign, after: after, limit: limit)
    }

    private static func receipts(
        _ db: isolated SQLStore.Connection, _ number: Int64, after: Int?, limit: Int
    ) async throws -> [StoredReceipt] {
        try await db.rows(
            """
            SELECT r.no, r.installation_id, r.event, r.action, r.at, r.received_at
            FROM receipt r WHERE r.message = \(number) AND r.no > \(after ?? 0)
            ORDER BY r.no LIMIT \(min(limit, GatewayLimits.pageEntriesMax))
            """
        ).map { row in
            let action: String = try row.value("action")
            return StoredReceipt(
                id: try row.value("no"), installationID: try row.value("installation_id"),
                event: try row.word("event"), action: action.isEmpty ? nil : action,
                at: try row.moment("at"), receivedAt: try row.moment("received_at"))
        }
    }
}
