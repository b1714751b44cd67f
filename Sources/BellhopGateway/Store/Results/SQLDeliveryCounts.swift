// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts deliveries of messages over time, as a step of one transaction.
///
/// Like a page of ``SQLResults``, a request examines a limited number of the newest deliveries,
/// which an index finds in the order of their numbers.
enum SQLDeliveryCounts {
    /// The maximum number of deliveries that one request examines.
    static let examinedMax = 20_000
    /// The maximum number of counts in a response; the oldest ones are omitted.
    static let countsMax = 5_000

    /// Returns the counts since a time that is the beginning of an interval.
    static func counts(
        _ db: isolated SQLStore.Connection, by division: DeliveryCounts.Division,
        apps: AppLimit, since: Date, intervalSeconds: Int,
        examinedMax: Int = SQLDeliveryCounts.examinedMax
    ) async throws -> DeliveryCounts {
        let interval = Int64(intervalSeconds) * 1000
        // The condition on the number is always true. It makes SQLite search by the primary key.
        let window: SQL = """
            SELECT d.no, d.message, d.state, d.reason, d.created_at FROM delivery d
            WHERE d.no > 0 ORDER BY d.no DESC LIMIT \(examinedMax)
            """
        var condition: SQL = "picked.created_at >= \(since.storedMilliseconds)"
        if apps != .none {
            condition += """
                 AND (SELECT a.bundle_id FROM message m JOIN app a ON a.no = m.app
                    WHERE m.no = picked.message) \(in: apps.names)
                """
        }
        let rows = try await db.rows(
            """
            SELECT picked.created_at / \(text: String(interval)) AS slot,
                \(text: column(division)) AS label, count(*) AS n
            FROM (\(window)) picked WHERE \(condition) GROUP BY slot, label
            ORDER BY slot DESC, label LIMIT \(countsMax)
            """)
        let end = try await db.row(
            """
            SELECT count(*) AS examined, min(picked.created_at) AS oldest
            FROM (\(window)) picked
            """)
        let examined: Int64 = try end?.value("examined") ?? 0
        let oldest: Int64? = try end?.optional("oldest")
        return DeliveryCounts(
            by: division, since: since, intervalSeconds: intervalSeconds,
            counts: try rows.reversed().map { row in
                let slot: Int64 = try row.value("slot")
                return .init(
                    at: Date(storedMilliseconds: slot * interval), value: try label(row, division),
                    count: try row.value("n"))
            },
            isIncomplete: rows.count == countsMax
                || (examined == Int64(examinedMax)
                    && (oldest ?? 0) > since.storedMilliseconds)
        )
    }

    private static func column(_ division: DeliveryCounts.Division) -> String {
        switch division {
        case .state: "picked.state"
        case .reason: "coalesce(picked.reason, '')"
        case .priority: "(SELECT m.priority FROM message m WHERE m.no = picked.message)"
        case .pushType: "(SELECT m.push_type FROM message m WHERE m.no = picked.message)"
        }
    }

    private static func label(
        _ row: SQLRow, _ division: DeliveryCounts.Division
    ) throws -> String {
        guard division == .priority else { return try row.value("label") }
        return String(try row.value("label") as Int64)
    }
}
