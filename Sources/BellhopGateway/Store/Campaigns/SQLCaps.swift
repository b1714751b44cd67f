// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import SQLCore

/// Reserves and releases places below caps, as steps of one transaction.
enum SQLCaps {
    /// Reserves places below a cap for those installations that have not reached the cap, and
    /// returns these installations.
    ///
    /// On PostgreSQL, the installations are locked in a fixed order, so that two campaigns cannot
    /// both take the last place.
    static func reserve(
        _ db: isolated SQLStore.Connection, _ request: CapRequest
    ) async throws -> [Int64] {
        guard !request.places.isEmpty else { return [] }
        let places = request.places.sorted { ($0.installation, $0.day) < ($1.installation, $1.day) }
        if db.dialect == .postgres {
            try await db.run(
                """
                SELECT no FROM installation WHERE no \(in: places.map(\.installation))
                ORDER BY no FOR NO KEY UPDATE
                """)
        }
        let table = SQLTable().with("place", integers: places.map(\.installation))
            .with("place_day", integers: places.map(\.day))
        let others = try await db.rows(
            """
            SELECT r.place, count(DISTINCT u.campaign) AS n FROM \(table, as: "r")
            LEFT JOIN cap_use u ON u.name = \(request.cap.name) AND u.installation = r.place
                AND u.day >= r.place_day - \(request.cap.reach)
                AND u.day <= r.place_day + \(request.cap.reach)
                AND u.campaign <> \(request.campaign)
            GROUP BY r.place
            """)
        var counts: [Int64: Int] = [:]
        for row in others { counts[try row.value("place")] = try row.value("n") }
        let granted = places.filter { counts[$0.installation, default: 0] < request.cap.perDayMax }
        guard !granted.isEmpty else { return [] }
        let new = SQLTable().with("place", integers: granted.map(\.installation))
            .with("place_day", integers: granted.map(\.day))
        try await db.run(
            """
            INSERT INTO cap_use (name, installation, day, campaign)
            SELECT \(request.cap.name), r.place, r.place_day, \(request.campaign)
            FROM \(new, as: "r") WHERE TRUE
            ON CONFLICT (name, installation, day, campaign) DO NOTHING
            """)
        return granted.map(\.installation)
    }

    /// Releases places that were reserved and not used.
    static func release(
        _ db: isolated SQLStore.Connection, _ installations: [Int64], of campaign: Campaign.Number
    ) async throws {
        guard !installations.isEmpty else { return }
        try await db.run(
            """
            DELETE FROM cap_use
            WHERE campaign = \(campaign) AND installation \(in: installations.sorted())
            """)
    }
}
