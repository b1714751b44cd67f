// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import SQLCore

/// Counts the installations that match a filter, as a step of a transaction.
///
/// PostgreSQL chooses the order of the tables by its statistics. SQLite has no statistics about
/// values, so the entries of the filter's lists are counted to find the shortest list. The
/// statement then goes through this list and examines each installation. A list is in the order of
/// the installations' numbers, so their rows are read in the order of the file.
enum SQLAudienceCount {
    /// The maximum number of a list's entries that are counted. Counting this many takes
    /// milliseconds.
    private static let comparedMax = 100_000
    /// The number of list entries that take as long to process as one entry of an index of the
    /// installations. An index entry takes longer, because the index is in another order than the
    /// installations' rows.
    private static let entriesPerIndexEntry = 3

    static func count(
        _ db: isolated SQLStore.Connection, _ filter: AudienceFilter, app: Int64
    ) async throws -> Int {
        let source = try await source(db, filter, app: app)
        let row = try await db.row("SELECT count(*) AS n FROM \(source)")
        return try row?.value("n") ?? 0
    }

    /// Returns the tables and the condition of the count.
    private static func source(
        _ db: isolated SQLStore.Connection, _ filter: AudienceFilter, app: Int64
    ) async throws -> SQL {
        let lists = try await AudienceCondition.reading(db, app: app, for: .lists)
        let plain: SQL = "installation i WHERE i.app = \(app) AND "
        guard db.dialect == .sqlite else { return plain + lists.sql(filter) }
        let each = try await AudienceCondition.reading(db, app: app)
        let terms = if case .and(let filters) = filter { filters } else { [filter] }
        var best: (index: Int, size: Int)?
        for (index, term) in terms.enumerated() {
            guard let list = each.list(term), list.isDistinct else { continue }
            let size = try await size(db, "\(list.table) WHERE \(list.test)")
            if size < best?.size ?? .max { best = (index, size) }
        }
        guard let best, let list = each.list(terms[best.index]) else {
            return plain + lists.sql(filter)
        }
        for term in terms where isFoundInIndex(term) {
            let size = try await size(db, plain + each.sql(term))
            if size < best.size / entriesPerIndexEntry { return plain + each.sql(filter) }
        }
        var source: SQL = """
            \(list.table) CROSS JOIN installation i ON i.no = \(list.installation)
            WHERE \(list.test) AND i.app = \(app)
            """
        for (index, term) in terms.enumerated() where index != best.index {
            source += " AND \(each.sql(term))"
        }
        return source
    }

    /// Returns whether an index of the installations finds the installations that match a term.
    private static func isFoundInIndex(_ term: AudienceFilter) -> Bool {
        switch term {
        case .users, .installations: true
        case .attribute(let name, let comparison, _):
            comparison != .notEqual && AudienceField(rawValue: name)?.isIndexed == true
        case .oneOf(let name, _): AudienceField(rawValue: name)?.isIndexed == true
        default: false
        }
    }

    /// Returns the number of rows, or ``comparedMax`` if there are more.
    private static func size(
        _ db: isolated SQLStore.Connection, _ source: SQL
    ) async throws -> Int {
        let row = try await db.row(
            "SELECT count(*) AS n FROM (SELECT 1 FROM \(source) LIMIT \(comparedMax))")
        return try row?.value("n") ?? 0
    }
}
