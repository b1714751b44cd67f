// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts the notifications of each urgency class.
enum SQLUrgencyCounts {
    private static let dayMilliseconds: Int64 = 24 * 3600 * 1000
    /// The number of rows over which PostgreSQL's connections distribute one count.
    private static let shardCount = 16

    /// The day of a time in UTC, as the number of days since 1970.
    static func day(_ time: Date) -> Int64 { time.storedMilliseconds / dayMilliseconds }

    /// A number by which a count increases.
    struct Addition {
        let app: Int64
        /// The day, as ``day(_:)`` returns it.
        let day: Int64
        let level: InterruptionLevel
        let count: Int

        fileprivate var key: Key { Key(app: app, day: day, level: level.rawValue) }
    }

    fileprivate struct Key: Hashable, Comparable {
        let app: Int64
        let day: Int64
        let level: String

        static func < (a: Key, b: Key) -> Bool {
            (a.app, a.day, a.level) < (b.app, b.day, b.level)
        }
    }

    /// Counts the deliveries of messages, as the last step of the transaction that stores them.
    static func count(
        _ db: isolated SQLStore.Connection, _ additions: [Addition]
    ) async throws {
        guard !additions.isEmpty else { return }
        var sums: [Key: Int64] = [:]
        for addition in additions { sums[addition.key, default: 0] += Int64(addition.count) }
        let ordered = sums.sorted { $0.key < $1.key }
        let table = SQLTable().with("counted_app", integers: ordered.map(\.key.app))
            .with("counted_day", integers: ordered.map(\.key.day))
            .with("counted_class", texts: ordered.map(\.key.level))
            .with("addition", integers: ordered.map(\.value))
        let shard: SQL =
            "\(sqlite: "0", postgres: "pg_backend_pid() % \(shardCount)")"
        try await db.run(
            """
            INSERT INTO urgency_count (app, day, class, shard, count)
            SELECT r.counted_app, r.counted_day, r.counted_class, \(shard), r.addition
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (app, day, class, shard)
                DO UPDATE SET count = urgency_count.count + excluded.count
            """)
    }

    /// The numbers of notifications of one class in a report.
    struct Totals: Hashable, Sendable {
        /// The number of deliveries of messages.
        var messages = 0
        /// The number of notifications of campaigns that APNs accepted.
        var campaigns = 0
    }
}

extension SQLTemplateStore {
    /// Returns the numbers of an app's notifications by class since the beginning of a day; `nil`
    /// if there is no such app.
    func urgencies(
        of bundleID: String, since day: Int64
    ) async throws -> [InterruptionLevel: SQLUrgencyCounts.Totals]? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            var totals: [InterruptionLevel: SQLUrgencyCounts.Totals] = [:]
            for row in try await db.rows(
                """
                SELECT class, CAST(sum(count) AS \(Column.integer)) AS n FROM urgency_count
                WHERE app = \(app) AND day >= \(day) GROUP BY class
                """)
            {
                totals[try row.word("class"), default: .init()].messages = try row.value("n")
            }
            for row in try await db.rows(
                """
                SELECT c.urgency, CAST(sum(s.count) AS \(Column.integer)) AS n
                FROM campaign c JOIN campaign_sum s ON s.campaign = c.no
                WHERE c.app = \(app) AND c.created_at >= \(SQLUrgencyCounts.start(ofDay: day))
                    AND c.urgency IS NOT NULL AND s.kind = \(SQLUrgencyCounts.accepted)
                GROUP BY c.urgency
                """)
            {
                totals[try row.word("urgency"), default: .init()].campaigns = try row.value("n")
            }
            return totals
        }
    }
}

extension SQLUrgencyCounts {
    fileprivate static func start(ofDay day: Int64) -> Int64 { day * dayMilliseconds }
    fileprivate static let accepted = Int64(OutcomeCode.Kind.accepted.rawValue)
}
