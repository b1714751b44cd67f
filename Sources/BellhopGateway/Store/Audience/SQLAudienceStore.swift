// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore

/// Attributes, tags and segments in the gateway's database, and the sizes of audiences.
struct SQLAudienceStore: Sendable {
    let store: SQLStore

    /// The outcome of a call that stores something.
    enum Outcome: Hashable, Sendable {
        case stored
        /// There is no such app or installation.
        case notFound
        /// The attribute is declared with another type.
        case otherKind(AttributeKind)
        /// A limit is reached.
        case tooMany
    }

    /// A filter that is stored under a name.
    struct Segment: Hashable, Sendable {
        let name: String
        let filter: String
    }

    // MARK: Attributes

    /// Declares an attribute. Declaring it again with the same type changes nothing.
    func declare(_ name: String, _ kind: AttributeKind, of bundleID: String) async throws
        -> Outcome
    {
        try await store.write { db in
            try await db.lock(["attributes \(bundleID)"])
            guard let app = try await SQLApps.number(db, bundleID) else { return .notFound }
            let known = try await AudienceCondition.reading(db, app: app).attributes
            if let known = known[name] {
                return known.kind == kind ? .stored : .otherKind(known.kind)
            }
            guard known.count < GatewayLimits.attributesPerAppMax else { return .tooMany }
            try await db.run(
                """
                INSERT INTO attribute (app, name, kind) VALUES (\(app), \(name), \(kind.rawValue))
                """)
            return .stored
        }
    }

    /// Returns the attributes that an app has declared; `nil` if there is no such app.
    func attributes(of bundleID: String) async throws -> [String: AttributeKind]? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await AudienceCondition.reading(db, app: app).attributes
                .mapValues(\.kind)
        }
    }

    /// Changes the values of an installation; the caller has checked their types.
    func set(
        _ values: [String: AudienceFilter.Value?], ofInstallation id: String
    ) async throws -> Outcome {
        try await store.write { db in
            guard let row = try await Self.installation(db, id) else { return .notFound }
            let attributes = try await AudienceCondition.reading(db, app: row.app).attributes
            try await SQLFacts.apply(
                db,
                [
                    .init(
                        installation: row.no, app: row.app,
                        values: SQLFacts.stored(values, attributes))
                ])
            return .stored
        }
    }

    private static func installation(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> (no: Int64, app: Int64)? {
        try await db.lock(["installation \(id)"])
        let row = try await db.row("SELECT no, app FROM installation WHERE id = \(id)")
        return try row.map { (try $0.value("no"), try $0.value("app")) }
    }

    // MARK: Tags

    /// Adds a tag to an installation.
    func add(tag: String, toInstallation id: String) async throws -> Outcome {
        try await store.write { db in
            guard let row = try await Self.installation(db, id) else { return .notFound }
            let tags = try await SQLFacts.tags(db, [row.no])[row.no] ?? []
            guard
                tags.contains(tag) || tags.count < GatewayLimits.tagsPerInstallationMax
            else { return .tooMany }
            try await SQLFacts.apply(
                db, [.init(installation: row.no, app: row.app, tags: [tag])])
            return .stored
        }
    }

    /// Removes a tag from an installation.
    func remove(tag: String, fromInstallation id: String) async throws -> Outcome {
        try await store.write { db in
            guard let row = try await Self.installation(db, id) else { return .notFound }
            try await db.run(
                "DELETE FROM tag WHERE installation = \(row.no) AND name = \(tag)")
            return .stored
        }
    }

    /// Returns the tags and attributes of installations, by their identifiers.
    func facts(of ids: [String]) async throws -> [String: SQLFacts.Facts] {
        guard !ids.isEmpty else { return [:] }
        return try await store.read { db in try await SQLFacts.facts(db, of: ids) }
    }

    // MARK: Segments

    /// Stores a filter under a name.
    func put(_ segment: Segment, of bundleID: String) async throws -> Outcome {
        try await store.write { db in
            try await db.lock(["segments \(bundleID)"])
            guard let app = try await SQLApps.number(db, bundleID) else { return .notFound }
            let others = try await db.row(
                """
                SELECT count(*) AS n FROM segment WHERE app = \(app) AND name <> \(segment.name)
                """)
            guard try others?.value("n") ?? 0 < GatewayLimits.segmentsPerAppMax else {
                return .tooMany
            }
            try await db.run(
                """
                INSERT INTO segment (app, name, filter)
                VALUES (\(app), \(segment.name), \(segment.filter))
                ON CONFLICT (app, name) DO UPDATE SET filter = excluded.filter
                """)
            return .stored
        }
    }

    /// Returns the segments of an app, sorted by name, or only the segment with a given name.
    func segments(of bundleID: String, named name: String? = nil) async throws -> [Segment] {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return [] }
            var statement: SQL = "SELECT name, filter FROM segment WHERE app = \(app)"
            if let name { statement += " AND name = \(name)" }
            return try await db.rows(
                statement + " ORDER BY name LIMIT \(GatewayLimits.segmentsPerAppMax)"
            ).map { Segment(name: try $0.value("name"), filter: try $0.value("filter")) }
        }
    }

    /// Deletes a segment. Returns `false` if there is none.
    func deleteSegment(_ name: String, of bundleID: String) async throws -> Bool {
        try await store.write { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return false }
            return try await db.run(
                "DELETE FROM segment WHERE app = \(app) AND name = \(name)") > 0
        }
    }

    // MARK: Audiences

    /// The number of installations that match a filter.
    enum Count: Hashable, Sendable {
        case installations(Int)
        /// No index supports the filter, and the app has more installations than the limit.
        case tooLarge
    }

    /// Counts the installations of an app that match a filter whose times have been resolved.
    /// Returns `nil` if there is no such app.
    func count(
        _ filter: AudienceFilter, of bundleID: String,
        unindexedMax: Int = AudienceFilter.Limits.unindexedInstallationsMax
    ) async throws -> Count? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            if !filter.isIndexed,
                try await Self.isLarger(db, app: app, than: unindexedMax)
            {
                return .tooLarge
            }
            return .installations(try await SQLAudienceCount.count(db, filter, app: app))
        }
    }

    /// A page of the installations that match a filter.
    enum Page: Sendable {
        case found([StoredInstallation])
        /// No index supports the filter, and the app has more installations than the limit.
        case tooLarge
    }

    /// Returns the installations of an app that match a filter whose times have been resolved,
    /// sorted by identifier. Returns `nil` if there is no such app.
    func installations(
        _ filter: AudienceFilter, of bundleID: String, after: String, limit: Int,
        unindexedMax: Int = AudienceFilter.Limits.unindexedInstallationsMax
    ) async throws -> Page? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            if !filter.isIndexed, filter != .all,
                try await Self.isLarger(db, app: app, than: unindexedMax)
            {
                return .tooLarge
            }
            let condition = try await AudienceCondition.reading(db, app: app, for: .lists)
                .sql(filter)
            return .found(
                try await SQLInstallations.installations(
                    db,
                    SQLInstallations.select
                        + """
                         WHERE i.app = \(app) AND i.id > \(after) AND \(condition)
                        ORDER BY i.id LIMIT \(limit)
                        """))
        }
    }

    private static func isLarger(
        _ db: isolated SQLStore.Connection, app: Int64, than limit: Int
    ) async throws -> Bool {
        let row = try await db.row(
            """
            SELECT count(*) AS n FROM (
                SELECT 1 FROM installation i WHERE i.app = \(app) LIMIT \(limit + 1)) AS few
            """)
        return try row?.value("n") ?? 0 > limit
    }
}
