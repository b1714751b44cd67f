// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sets aside deliveries whose rows contain values that Bellhop did not write, as steps of one
/// transaction. The rows are kept, so that the database can be repaired.
enum SQLUnreadable {
    static func setAside(
        _ db: isolated SQLStore.Connection, delivery id: String, because error: any Error,
        now: Date
    ) async throws -> UnreadableRow {
        try await suppress(db, where: "id = \(id)", now: now)
        return UnreadableRow(
            table: "delivery", key: id, cause: "\(GatewayStoreError.describing(error))")
    }

    /// Sets aside all open deliveries of a lane whose name is not valid.
    static func setAside(
        _ db: isolated SQLStore.Connection, lane: String, now: Date
    ) async throws -> [UnreadableRow] {
        let ids: [String] = try await db.rows(
            "SELECT id FROM delivery WHERE lane = \(lane) AND due_at IS NOT NULL"
        ).firstColumn()
        try await suppress(db, where: "lane = \(lane) AND due_at IS NOT NULL", now: now)
        let cause = GatewayStoreError.foreignValue("delivery.lane")
        return ids.map { UnreadableRow(table: "delivery", key: $0, cause: "\(cause)") }
    }

    private static func suppress(
        _ db: isolated SQLStore.Connection, where condition: SQL, now: Date
    ) async throws {
        let ended: [Int64] = try await db.rows(
            """
            UPDATE delivery SET state = 'suppressed', reason = \(SQLStore.unreadableReason),
                due_at = NULL, lease_owner = NULL, updated_at = \(now.storedMilliseconds)
            WHERE \(condition) RETURNING no
            """
        ).firstColumn()
        try await SQLEvents.ended(db, deliveries: ended, now: now)
    }
}
