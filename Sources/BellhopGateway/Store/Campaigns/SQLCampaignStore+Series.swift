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

/// A campaign that is repeated.
struct StoredSeries: Sendable {
    let number: Int64
    let id: String
    let bundleID: String
    let name: String?
    /// The request, from which each occurrence is made.
    let definition: String
    let every: Repetition
    let first: WallTime
    let until: WallTime?
    /// The number of the next occurrence, from 0.
    let occurrence: Int
    /// When it is created, in milliseconds since 1970; `nil` if there is none any more.
    let dueAt: Int64?
    let problem: String?
    let createdAt: Date
}

extension SQLCampaignStore {
    enum SeriesOutcome: Sendable {
        case stored
        case noApp
        /// The app has as many series as it may have.
        case tooMany
    }

    private static let columns: SQL = """
        s.no, s.id, a.bundle_id, s.name, s.definition, s.every, s.first, s.until, s.occurrence,
        s.due_at, s.problem, s.created_at
        """

    private static func series(_ row: SQLRow) throws -> StoredSeries {
        let until: Int64? = try row.optional("until")
        return StoredSeries(
            number: try row.value("no"), id: try row.value("id"),
            bundleID: try row.value("bundle_id"), name: try row.optional("name"),
            definition: try row.value("definition"), every: try row.word("every"),
            first: WallTime(seconds: try row.value("first")),
            until: until.map(WallTime.init(seconds:)), occurrence: try row.value("occurrence"),
            dueAt: try row.optional("due_at"), problem: try row.optional("problem"),
            createdAt: try row.moment("created_at"))
    }

    func insert(_ series: StoredSeries) async throws -> SeriesOutcome {
        try await store.write { db in
            try await db.lock(["series \(series.bundleID)"])
            guard let app = try await SQLApps.number(db, series.bundleID) else { return .noApp }
            let others = try await db.row(
                "SELECT count(*) AS n FROM campaign_series WHERE app = \(app)")
            guard try others?.value("n") ?? 0 < GatewayLimits.seriesPerAppMax else {
                return .tooMany
            }
            try await db.run(
                """
                INSERT INTO campaign_series (id, app, name, definition, every, first, until,
                    occurrence, due_at, created_at)
                VALUES (\(series.id), \(app), \(series.name), \(series.definition),
                    \(series.every.rawValue), \(series.first.seconds), \(series.until?.seconds),
                    \(series.occurrence), \(series.dueAt),
                    \(series.createdAt.storedMilliseconds))
                """)
            return .stored
        }
    }

    func series(of apps: AppLimit) async throws -> [StoredSeries] {
        let condition: SQL = apps == .none ? "1 = 1" : "a.bundle_id \(in: apps.names)"
        return try await store.read { db in
            try await db.rows(
                """
                SELECT \(Self.columns) FROM campaign_series s JOIN app a ON a.no = s.app
                WHERE \(condition) ORDER BY s.no LIMIT \(GatewayLimits.seriesListedMax)
                """
            ).map(Self.series)
        }
    }

    func deleteSeries(_ id: String, within apps: AppLimit) async throws -> Bool {
        let condition: SQL =
            apps == .none
            ? "1 = 1"
            : "app IN (SELECT no FROM app WHERE bundle_id \(in: apps.names))"
        return try await store.write { db in
            try await db.run(
                "DELETE FROM campaign_series WHERE id = \(id) AND \(condition)") > 0
        }
    }

    /// Returns the series with an occurrence to be created, the most urgent first.
    func dueSeries(limit: Int) async throws -> [StoredSeries] {
        try await store.read { db in
            let now = try await now(db)
            return try await db.rows(
                """
                SELECT \(Self.columns) FROM campaign_series s JOIN app a ON a.no = s.app
                WHERE s.due_at <= \(now.milliseconds) ORDER BY s.due_at LIMIT \(limit)
                """
            ).map(Self.series)
        }
    }

    /// Stores the campaign of an occurrence, and moves its series to the next one, in one
    /// transaction. Does nothing if another gateway has done so.
    func advance(
        _ series: StoredSeries, to occurrence: Int, dueAt: Int64?, _ new: NewCampaign?,
        problem: String?
    ) async throws {
        try await store.write { db in
            let now = try await now(db)
            let changed = try await db.run(
                """
                UPDATE campaign_series SET occurrence = \(occurrence), due_at = \(dueAt),
                    problem = \(problem)
                WHERE no = \(series.number) AND occurrence = \(series.occurrence)
                    AND due_at IS NOT NULL
                """)
            guard changed > 0, let new else { return }
            guard let app = try await SQLApps.number(db, new.bundleID) else { return }
            try await db.lock(["campaigns \(new.bundleID)"])
            _ = try await db.row(SQLCampaigns.insert(new, app: app, at: now))
        }
    }
}
