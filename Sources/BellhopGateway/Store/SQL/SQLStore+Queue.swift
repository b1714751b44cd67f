// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func queue(now: Date) async throws -> QueueFigures {
        let (database, clock) = (database, clock)
        return try await read { db in
            let lead = try await clock.lead(database, db, over: now)
            let moment = now.moved(byMilliseconds: lead).storedMilliseconds
            let messages = try await Self.due(
                db, "FROM delivery WHERE due_at IS NOT NULL AND due_at <= \(moment)", lead)
            var retries: [String: QueueFigures.Due] = [:]
            for lane in Lane.allCases {
                let due = try await Self.due(
                    db,
                    "FROM campaign_row WHERE lane = \(lane.rawValue) AND due_at <= \(moment)", lead)
                if due.count > 0 { retries[lane.rawValue] = due }
            }
            let units = try await db.row(
                """
                SELECT count(*) AS number FROM (
                    SELECT 1 FROM unit WHERE is_open = 1 LIMIT \(QueueFigures.countMax)
                ) AS open_unit
                """)
            var campaigns: [String: Int] = [:]
            for row in try await db.rows(
                """
                SELECT state, count(*) AS number FROM campaign WHERE finished_at IS NULL
                GROUP BY state
                """)
            {
                campaigns[try row.value("state")] = try row.value("number")
            }
            return QueueFigures(
                messages: messages, campaignRetries: retries,
                openUnits: try units?.value("number") ?? 0, campaigns: campaigns)
        }
    }

    private static func due(
        _ db: isolated Connection, _ rows: SQL, _ lead: Int64
    ) async throws -> QueueFigures.Due {
        let row = try await db.row(
            "SELECT count(*) AS number, min(due_at) AS oldest FROM (SELECT due_at " + rows
                + " ORDER BY due_at LIMIT \(QueueFigures.countMax)) AS due")
        let oldest: Int64? = try row?.optional("oldest")
        return QueueFigures.Due(
            count: try row?.value("number") ?? 0,
            oldest: oldest.map { Date(storedMilliseconds: $0).moved(byMilliseconds: -lead) })
    }
}
