// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores and finds receipts, as steps of one transaction.
enum SQLReceipts {
    static func add(
        _ db: Database, _ receipts: [Receipt], installationID: String, now: Date
    ) throws -> Int {
        try purge(db, now: now)
        return try receipts.reduce(0) { count, receipt in
            try add(db, receipt, installationID: installationID, now: now) ? count + 1 : count
        }
    }

    private static func add(
        _ db: Database, _ receipt: Receipt, installationID: String, now: Date
    ) throws -> Bool {
        let messageID = receipt.message.lowercased()
        let action = receipt.action ?? ""
        let wasForIt = try Bool.fetchOne(
            db,
            sql: """
                SELECT TRUE WHERE EXISTS (SELECT 1 FROM delivery
                        WHERE message_id = ?1 AND installation_id = ?2)
                    OR EXISTS (SELECT 1 FROM inbox WHERE message_id = ?1 AND installation_id = ?2)
                """,
            arguments: [messageID, installationID])
        guard wasForIt == true else { return false }
        let known = try Row.fetchAll(
            db,
            sql: "SELECT event, action FROM receipt WHERE message_id = ? AND installation_id = ?",
            arguments: [messageID, installationID])
        if try known.contains(where: {
            try $0.word("event") == receipt.event && $0.value("action") == action
        }) {
            return true
        }
        guard known.count < GatewayLimits.receiptsPerMessageMax else { return false }
        try db.execute(
            sql: """
                INSERT INTO receipt (message_id, installation_id, event, action, at, received_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                messageID, installationID, receipt.event.rawValue, action,
                receipt.at.storedMilliseconds, now.storedMilliseconds,
            ])
        return true
    }

    /// Forgets receipts that are too old.
    private static func purge(_ db: Database, now: Date) throws {
        let oldest = now.addingTimeInterval(-Double(GatewayLimits.receiptSecondsMax))
        try db.execute(
            sql: "DELETE FROM receipt WHERE received_at < ?",
            arguments: [oldest.storedMilliseconds])
    }

    /// How many installations reported each event; one that chose two actions counts once.
    static func counts(_ db: Database, messageID: String) throws -> [Receipt.Event: Int] {
        var counts: [Receipt.Event: Int] = [:]
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT event, count(DISTINCT installation_id) AS n FROM receipt
                WHERE message_id = ? GROUP BY event
                """,
            arguments: [messageID])
        for row in rows { counts[try row.word("event")] = try row.value("n") }
        return counts
    }

    static func receipts(
        _ db: Database, messageID: String, after: Int?, limit: Int
    ) throws -> [StoredReceipt] {
        try Row.fetchAll(
            db,
            sql: "SELECT * FROM receipt WHERE message_id = ? AND id > ? ORDER BY id LIMIT ?",
            arguments: [messageID, after ?? 0, min(limit, GatewayLimits.pageEntriesMax)]
        ).map { row in
            let action: String = try row.value("action")
            return StoredReceipt(
                id: try row.value("id"), installationID: try row.value("installation_id"),
                event: try row.word("event"), action: action.isEmpty ? nil : action,
                at: try row.moment("at"), receivedAt: try row.moment("received_at"))
        }
    }
}
