// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

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
/// A receipt refers to a message by its number, and to a campaign by its number with a minus sign.
enum SQLReceipts {
    /// The values that distinguish the receipts of one message and installation.
    private struct Key: Hashable {
        let event: String
        let action: String
    }

    static func add(
        _ db: isolated SQLStore.Connection, _ receipts: [Receipt], installationID: String,
        now: Date
    ) async throws -> Int {
        try await db.lock(["receipts \(installationID)"])
        try await purge(db, now: now)
        let ids = Set(receipts.map { $0.message.lowercased() }).sorted()
        let numbers = try await messages(db, ids, of: installationID)
        var known = try await known(db, Set(numbers.values).sorted(), installationID)
        var count = 0
        var new: [(message: Int64, key: Key, receipt: Receipt)] = []
        for receipt in receipts {
            guard let message = numbers[receipt.message.lowercased()] else { continue }
            let key = Key(event: receipt.event.rawValue, action: receipt.action ?? "")
            let stored = known[message, default: []]
            if !stored.contains(key) {
                guard stored.count < GatewayLimits.receiptsPerMessageMax else { continue }
                known[message, default: []].insert(key)
                new.append((message, key, receipt))
            }
            count += 1
        }
        guard !new.isEmpty else { return count }
        let table = SQLTable().with("message", integers: new.map(\.message))
            .with("event", texts: new.map(\.key.event)).with("action", texts: new.map(\.key.action))
            .with("at", integers: new.map { $0.receipt.at.storedMilliseconds })
        try await db.run(
            """
            INSERT INTO receipt (message, installation_id, event, action, at, received_at)
            SELECT r.message, \(installationID), r.event, r.action, r.at,
                \(now.storedMilliseconds)
            FROM \(table, as: "r")
            """)
        try await SQLEvents.received(
            db, new.map(\.receipt), installationID: installationID, now: now)
        return count
    }

    /// Returns those of the messages and campaigns that were for the installation, by identifier.
    private static func messages(
        _ db: isolated SQLStore.Connection, _ ids: [String], of installationID: String
    ) async throws -> [String: Int64] {
        let rows = try await db.rows(
            """
            SELECT m.id, m.no FROM message m JOIN installation i ON i.id = \(installationID)
            WHERE m.id \(in: ids) AND (
                EXISTS (SELECT 1 FROM inbox x WHERE x.installation = i.no AND x.message = m.no)
                OR EXISTS (SELECT 1 FROM delivery d
                    WHERE d.installation = i.no AND d.message = m.no))
            """)
        var numbers: [String: Int64] = [:]
        for row in rows { numbers[try row.value("id")] = try row.value("no") }
        let others = ids.filter { numbers[$0] == nil }
        for (id, campaign) in try await SQLInboxCampaigns.sent(db, others, to: installationID) {
            numbers[id] = -campaign
        }
        return numbers
    }

    private static func known(
        _ db: isolated SQLStore.Connection, _ messages: [Int64], _ installationID: String
    ) async throws -> [Int64: Set<Key>] {
        let rows = try await db.rows(
            """
            SELECT message, event, action FROM receipt
            WHERE message \(in: messages) AND installation_id = \(installationID)
            """)
        var known: [Int64: Set<Key>] = [:]
        for row in rows {
            known[try row.value("message"), default: []].insert(
                Key(event: try row.value("event"), action: try row.value("action")))
        }
        return known
    }

    /// The maximum number of receipts that one call removes.
    private static let purgedMax = 1000

    /// Removes receipts that are too old.
    private static func purge(_ db: isolated SQLStore.Connection, now: Date) async throws {
        let oldest = now.addingTimeInterval(-Double(GatewayLimits.receiptSecondsMax))
        try await db.run(
            """
            DELETE FROM receipt WHERE no IN (SELECT no FROM receipt
                WHERE received_at < \(oldest.storedMilliseconds) LIMIT \(purgedMax))
            """)
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
