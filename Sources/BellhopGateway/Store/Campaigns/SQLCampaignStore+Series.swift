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
    var number: Int64 = 0
    let id: String
    let bundleID: String
    let name: String?
    /// The request, from which each occurrence is made.
    let definition: String
    let every: Repetition
    let first: WallTime
    let until: WallTime?
    /// The number of the next occurrence, from 0.
    var occurrence = 0
    /// When the next occurrence is created, in milliseconds since 1970; `nil` if there are no more
    /// occurrences.
    var dueAt: Int64?
    var problem: String?
    let createdAt: Date
    /// When the series ended, by itself or because a person stopped it.
    var endedAt: Date?
    /// The identifier of the campaign of the last occurrence.
    var lastCampaign: String?
    /// The identifier of the API key that created the series.
    var author: String?
}

extension SQLCampaignStore {
    enum SeriesOutcome: Hashable, Sendable {
        case stored
        /// The same request was stored before, with this identifier.
        case replayed(id: String)
        /// The idempotency key belongs to another request.
        case keyReused
        case noApp
        /// The app already has the maximum number of series or triggers.
        case tooMany
    }

    private static let columns: SQL = """
        s.no, s.id, a.bundle_id, s.name, s.definition, s.every, s.first, s.until, s.occurrence,
        s.due_at, s.problem, s.created_at, s.ended_at, s.last_campaign,
        s.author
        """

    private static func series(_ row: SQLRow) throws -> StoredSeries {
        let until: Int64? = try row.optional("until")
        let endedAt: Int64? = try row.optional("ended_at")
        return StoredSeries(
            number: try row.value("no"), id: try row.value("id"),
            bundleID: try row.value("bundle_id"), name: try row.optional("name"),
            definition: try row.value("definition"), every: try row.word("every"),
            first: WallTime(seconds: try row.value("first")),
            until: until.map(WallTime.init(seconds:)), occurrence: try row.value("occurrence"),
            dueAt: try row.optional("due_at"), problem: try row.optional("problem"),
            createdAt: try row.moment("created_at"),
            endedAt: endedAt.map(Date.init(storedMilliseconds:)),
            lastCampaign: try row.optional("last_campaign"),
            author: try row.optional("author"))
    }

    /// Returns what an earlier request with the same key stored in a table; `nil` if there is no
    /// such request.
    static func earlier(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency?, in table: SQL
    ) async throws -> SeriesOutcome? {
        guard let idempotency else { return nil }
        let row = try await db.row(
            "SELECT id, fingerprint FROM \(table) WHERE request = \(idempotency.request)")
        guard let row else { return nil }
        let isSame = try row.optional("fingerprint") == idempotency.fingerprint
        return isSame ? .replayed(id: try row.value("id")) : .keyReused
    }

    /// Returns the series that an earlier request with the same key created.
    func earlierSeries(_ idempotency: Idempotency?) async throws -> SeriesOutcome? {
        try await store.read { db in
            try await Self.earlier(db, idempotency, in: "campaign_series")
        }
    }

    func insert(
        _ series: StoredSeries, idempotency: Idempotency? = nil
    ) async throws -> SeriesOutcome {
        try await store.write { db in
            try await db.lock(["series \(series.bundleID)"])
            if let earlier = try await Self.earlier(db, idempotency, in: "campaign_series") {
                return earlier
            }
            guard let app = try await SQLApps.number(db, series.bundleID) else { return .noApp }
            let others = try await db.row(
                """
                SELECT count(*) AS n FROM campaign_series
                WHERE app = \(app) AND ended_at IS NULL
                """)
            guard try others?.value("n") ?? 0 < GatewayLimits.seriesPerAppMax else {
                return .tooMany
            }
            try await db.run(
                """
                INSERT INTO campaign_series (id, app, name, definition, every, first, until,
                    occurrence, due_at, created_at, request, fingerprint, author)
                VALUES (\(series.id), \(app), \(series.name), \(series.definition),
                    \(series.every.rawValue), \(series.first.seconds), \(series.until?.seconds),
                    \(series.occurrence), \(series.dueAt),
                    \(series.createdAt.storedMilliseconds), \(idempotency?.request),
                    \(idempotency?.fingerprint), \(series.author))
                """)
            return .stored
        }
    }

    /// Returns series, the newest first.
    func series(of apps: AppLimit) async throws -> [StoredSeries] {
        let condition: SQL = apps == .none ? "s.no > 0" : "a.bundle_id \(in: apps.names)"
        return try await store.read { db in
            try await db.rows(
                """
                SELECT \(Self.columns) FROM campaign_series s JOIN app a ON a.no = s.app
                WHERE \(condition) ORDER BY s.no DESC LIMIT \(GatewayLimits.seriesListedMax)
                """
            ).map(Self.series)
        }
    }

    func series(id: String) async throws -> StoredSeries? {
        try await store.read { db in
            try await db.row(
                """
                SELECT \(Self.columns) FROM campaign_series s JOIN app a ON a.no = s.app
                WHERE s.id = \(id)
                """
            ).map(Self.series)
        }
    }

    /// Ends a series. Does nothing if the series has already ended.
    func stopSeries(_ series: StoredSeries) async throws {
        try await store.write { db in
            let now = try await now(db)
            try await db.run(
                """
                UPDATE campaign_series SET due_at = NULL, ended_at = \(now.milliseconds)
                WHERE no = \(series.number) AND ended_at IS NULL
                """)
        }
    }

    func deleteSeries(_ series: StoredSeries) async throws -> Bool {
        try await store.write { db in
            try await db.run("DELETE FROM campaign_series WHERE no = \(series.number)") > 0
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

    /// Takes a step of a series, and stores the campaign of its occurrence in the same transaction,
    /// so that both or neither are stored if the gateway ends at any time. Does nothing if another
    /// gateway has taken the step, or a person has ended the series.
    func apply(
        _ step: SeriesPolicy.Step, to series: StoredSeries, _ new: NewCampaign?, problem: String?
    ) async throws {
        try await store.write { db in
            let now = try await now(db)
            let ended = step.dueAt == nil ? now.milliseconds : nil
            let changed = try await db.run(
                """
                UPDATE campaign_series SET occurrence = \(step.occurrence), due_at = \(step.dueAt),
                    problem = \(problem), ended_at = \(ended),
                    last_campaign = coalesce(\(new?.id), last_campaign)
                WHERE no = \(series.number) AND occurrence = \(series.occurrence)
                    AND due_at IS NOT NULL
                """)
            guard changed > 0, let new,
                let app = try await SQLApps.number(db, new.bundleID)
            else { return }
            try await db.lock(["campaigns \(new.bundleID)"])
            let row = try await db.row(SQLCampaigns.insert(new, app: app, at: now))
            guard new.needsApproval, let number: Int64 = try row?.value("no") else { return }
            try await SQLEvents.changed(
                db, campaigns: [number], now: Date(storedMilliseconds: now.milliseconds))
        }
    }
}

extension Idempotency {
    /// The identity of a request in a table with a row for each request.
    var request: String { scope + " " + key }
}
