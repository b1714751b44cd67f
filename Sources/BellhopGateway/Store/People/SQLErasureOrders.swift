// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The orders to erase users, in the gateway's database.
struct SQLErasureOrders: Sendable {
    let store: SQLStore

    /// The maximum number of rows of a table that one transaction removes, so that other
    /// transactions wait for milliseconds.
    static let batchRows = 1_000

    /// Stores an order, before anything is removed.
    ///
    /// - Parameters:
    ///   - id: identifies the order, which has one row for each app.
    ///   - newSalt: a random value for apps that have no salt yet; `nil` if the erased user may be
    ///     imported again.
    func create(
        id: String, user: String, apps: [String], newSalt: [UInt8]?, now: Date
    ) async throws {
        try await store.write { db in
            for bundleID in apps {
                guard let app = try await SQLApps.number(db, bundleID) else { continue }
                try await db.run(
                    """
                    INSERT INTO erasure (id, app, user_id, requested_at)
                    VALUES (\(id), \(app), \(user), \(now.storedMilliseconds))
                    ON CONFLICT (id, app) DO NOTHING
                    """)
                guard let newSalt else { continue }
                try await SQLTombstones.put(db, user: user, app: app, newSalt: newSalt, now: now)
            }
        }
    }

    /// Returns the numbers of the orders that are not done, oldest first.
    func open(id: String? = nil) async throws -> [Int64] {
        try await store.read { db in
            var statement: SQL = "SELECT no FROM erasure WHERE finished_at IS NULL"
            if let id { statement += " AND id = \(id)" }
            return try await db.rows(statement + " ORDER BY no LIMIT \(Self.batchRows)")
                .firstColumn()
        }
    }

    /// Removes more of what is left, in at most `transactionsMax` transactions.
    ///
    /// - Returns: whether all the orders are done, and the number of transactions that were not
    ///   needed.
    func advance(
        _ orders: [Int64], transactionsMax: Int, now: Date
    ) async throws -> (isDone: Bool, rest: Int) {
        var rest = transactionsMax
        for order in orders {
            while true {
                guard rest > 0 else { return (false, 0) }
                rest -= 1
                let progress = try await store.write { db in
                    try await SQLErasure.advance(db, order, limit: Self.batchRows, now: now)
                }
                guard let progress, !progress.isDone else { break }
            }
        }
        return (true, rest)
    }

    /// Removes what may be left of the erased users from files other than the tables.
    func scrub() async { await store.database.scrub() }

    /// Returns an order; `nil` if it is unknown.
    func order(_ id: String) async throws -> ErasureResource? {
        try await store.read { db in
            let rows = try await db.rows(
                """
                SELECT a.bundle_id, e.rows, e.requested_at, e.finished_at
                FROM erasure e JOIN app a ON a.no = e.app WHERE e.id = \(id) ORDER BY a.bundle_id
                """)
            guard let first = rows.first else { return nil }
            let finished = try rows.map { try $0.optionalMoment("finished_at") }
            let isDone = !finished.contains(nil)
            return ErasureResource(
                id: id, apps: try rows.map { try $0.value("bundle_id") },
                state: isDone ? .done : .running,
                rows: try rows.map { try $0.value("rows") as Int }.reduce(0, +),
                requestedAt: try first.moment("requested_at"),
                finishedAt: isDone ? finished.compactMap(\.self).max() : nil)
        }
    }
}
