// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sets deliveries aside whose rows hold something that Bellhop did not write, as steps of one
/// transaction. They are kept, so that the database can be repaired.
enum SQLUnreadable {
    static func setAside(
        _ db: Database, delivery id: String, because error: any Error, now: Date
    ) throws -> UnreadableRow {
        try suppress(db, where: "id = ?", id, now: now)
        return UnreadableRow(table: "delivery", key: id, cause: "\(error)")
    }

    /// Sets everything in a lane aside that is no lane.
    static func setAside(_ db: Database, lane: String, now: Date) throws -> [UnreadableRow] {
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM delivery WHERE lane = ? AND due_at IS NOT NULL",
            arguments: [lane])
        try suppress(db, where: "lane = ? AND due_at IS NOT NULL", lane, now: now)
        let cause = GatewayStoreError.foreignValue("delivery.lane")
        return ids.map { UnreadableRow(table: "delivery", key: $0, cause: "\(cause)") }
    }

    private static func suppress(
        _ db: Database, where condition: String, _ value: String, now: Date
    ) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'suppressed', reason = ?, due_at = NULL,
                    lease_owner = NULL, updated_at = ?
                WHERE \(condition)
                """,
            arguments: [SQLiteStore.unreadableReason, now.storedMilliseconds, value])
    }
}
