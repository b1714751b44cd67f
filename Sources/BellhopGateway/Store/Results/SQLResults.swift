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

/// Reads lists of messages and deliveries, as steps of one transaction.
///
/// A page examines a limited number of rows, the window, which an index finds in the order of their
/// numbers. So the cost of a page does not depend on how rare the requested entries are.
enum SQLResults {
    /// The maximum number of rows that one page examines.
    static let examinedMax = 5000
    /// The maximum time in milliseconds by which the order of numbers may differ from the order of
    /// the times of creation: an hour, because the clocks of several gateways may differ.
    private static let disorderMax: Int64 = 3_600_000

    // MARK: Messages

    static func messages(
        _ db: isolated SQLStore.Connection, _ filter: ResultFilter, before: Int64?, limit: Int
    ) async throws -> ExaminedPage<MessageSummary> {
        guard let window = try await messageWindow(db, filter, before: before ?? .max) else {
            return ExaminedPage(entries: [])
        }
        let rows = try await db.rows(
            """
            SELECT picked.no, picked.id, picked.target_kind, picked.target, picked.push_type,
                picked.created_at, a.bundle_id
            FROM (\(window)) picked JOIN app a ON a.no = picked.app
            WHERE \(conditions(ofMessages: filter))
            ORDER BY picked.no DESC LIMIT \(limit + 1)
            """)
        let shown = Array(rows.prefix(limit))
        let states = try await states(db, try shown.map { try $0.value("no") })
        let entries = try shown.map { row in
            MessageSummary(
                id: try row.value("id"), app: try row.value("bundle_id"),
                targetKind: try row.word("target_kind"), target: try row.value("target"),
                pushType: try row.word("push_type"), createdAt: try row.moment("created_at"),
                states: states[try row.value("no")] ?? [:])
        }
        let next = try await next(
            db, rows, shown.last, window, since: filter.since?.storedMilliseconds, limit: limit)
        return ExaminedPage(entries: entries, next: next)
    }

    private static let messageColumns: SQL = """
        m.no, m.id, m.app, m.target_kind, m.target, m.push_type, m.created_at
        """

    /// Returns the statement for the newest messages that a page examines; `nil` if there are none.
    private static func messageWindow(
        _ db: isolated SQLStore.Connection, _ filter: ResultFilter, before: Int64
    ) async throws -> SQL? {
        if let id = filter.installation {
            guard let installation = try await SQLInstallations.number(db, id) else { return nil }
            return """
                SELECT \(messageColumns) FROM (
                    SELECT DISTINCT d.message FROM delivery d
                    WHERE d.installation = \(installation) AND d.message < \(before)
                    ORDER BY d.message DESC LIMIT \(examinedMax)) shown
                JOIN message m ON m.no = shown.message
                """
        }
        var condition: SQL = "m.no < \(before)"
        if let user = filter.user {
            condition += " AND m.target = \(user) AND m.target_kind = 'user'"
        } else if let name = filter.apps.names.first, filter.apps.names.count == 1 {
            guard let app = try await SQLApps.number(db, name) else { return nil }
            condition += " AND m.app = \(app)"
        }
        return """
            SELECT \(messageColumns) FROM message m WHERE \(condition)
            ORDER BY m.no DESC LIMIT \(examinedMax)
            """
    }

    private static func conditions(ofMessages filter: ResultFilter) -> SQL {
        var condition: SQL = "TRUE"
        if filter.apps != .none { condition += " AND a.bundle_id \(in: filter.apps.names)" }
        if let user = filter.user {
            condition += " AND picked.target = \(user) AND picked.target_kind = 'user'"
        }
        if let since = filter.since {
            condition += " AND picked.created_at >= \(since.storedMilliseconds)"
        }
        guard
            filter.state != nil || filter.reason != nil || filter.status != nil
                || filter.uniqueID != nil
        else { return condition }
        // A scalar subquery, so that the index is used for each message of the window.
        condition += " AND (SELECT 1 FROM delivery d WHERE d.message = picked.no"
        if let state = filter.state { condition += " AND d.state = \(state.rawValue)" }
        if let reason = filter.reason { condition += " AND d.reason = \(reason)" }
        if let status = filter.status { condition += " AND d.status = \(status)" }
        if let id = filter.uniqueID {
            condition += " AND d.unique_id \(in: Self.spellings(id))"
        }
        return condition + " LIMIT 1) = 1"
    }

    private static func states(
        _ db: isolated SQLStore.Connection, _ messages: [Int64]
    ) async throws -> [Int64: [String: Int]] {
        guard !messages.isEmpty else { return [:] }
        let rows = try await db.rows(
            """
            SELECT message, state, count(*) AS n FROM delivery WHERE message \(in: messages)
            GROUP BY message, state
            """)
        var states: [Int64: [String: Int]] = [:]
        for row in rows {
            states[try row.value("message"), default: [:]][try row.value("state")] =
                try row.value("n")
        }
        return states
    }

    // MARK: Deliveries

    static func deliveries(
        _ db: isolated SQLStore.Connection, _ filter: ResultFilter, before: Int64?, limit: Int
    ) async throws -> ExaminedPage<StoredDelivery> {
        guard let window = try await deliveryWindow(db, filter, before: before ?? .max) else {
            return ExaminedPage(entries: [])
        }
        let rows = try await db.rows(
            """
            SELECT shown.no, shown.id, m.id AS message_id, i.id AS installation_id, shown.state,
                shown.reason, shown.status, shown.attempts, shown.updated_at, shown.unique_id,
                e.address, e.environment, e.transport
            FROM (SELECT * FROM (\(window)) picked WHERE \(conditions(ofDeliveries: filter))
                ORDER BY picked.no DESC LIMIT \(limit + 1)) shown
            JOIN message m ON m.no = shown.message JOIN endpoint e ON e.no = shown.endpoint
                LEFT JOIN installation i ON i.no = shown.installation
            ORDER BY shown.no DESC
            """)
        let shown = Array(rows.prefix(limit))
        let next = try await next(
            db, rows, shown.last, window, since: filter.since?.storedMilliseconds, limit: limit)
        return ExaminedPage(entries: try shown.map(SQLDeliveries.delivery), next: next)
    }

    private static let deliveryColumns: SQL = """
        d.no, d.id, d.message, d.endpoint, d.installation, d.state, d.reason, d.status,
        d.attempts, d.created_at, d.updated_at, d.unique_id
        """

    /// Returns the statement for the newest deliveries that a page examines; `nil` if there are
    /// none.
    private static func deliveryWindow(
        _ db: isolated SQLStore.Connection, _ filter: ResultFilter, before: Int64
    ) async throws -> SQL? {
        var source: SQL = "delivery d"
        var condition: SQL = "d.no < \(before)"
        if let id = filter.uniqueID {
            condition += " AND d.unique_id \(in: Self.spellings(id)) AND d.unique_id IS NOT NULL"
        } else if let id = filter.installation {
            guard let installation = try await SQLInstallations.number(db, id) else { return nil }
            condition += " AND d.installation = \(installation)"
        } else if let user = filter.user {
            source = "message m JOIN delivery d ON d.message = m.no"
            condition += " AND m.target = \(user) AND m.target_kind = 'user'"
        } else if let state = filter.state, state.isTerminal, state != .accepted {
            condition += """
                 AND d.state = \(state.rawValue) AND d.due_at IS NULL AND d.state <> 'accepted'
                """
        } else if let state = filter.state, !state.isTerminal {
            condition += " AND d.state = \(state.rawValue) AND d.due_at IS NOT NULL"
        }
        return """
            SELECT \(deliveryColumns) FROM \(source) WHERE \(condition)
            ORDER BY d.no DESC LIMIT \(examinedMax)
            """
    }

    /// Returns a unique identifier in the spellings in which it may be stored: APNs sends capital
    /// letters.
    private static func spellings(_ id: String) -> [String] {
        Set([id, id.uppercased(), id.lowercased()]).sorted()
    }

    private static func conditions(ofDeliveries filter: ResultFilter) -> SQL {
        var condition: SQL = "TRUE"
        if filter.apps != .none {
            condition += """
                 AND (SELECT a.bundle_id FROM message m JOIN app a ON a.no = m.app
                    WHERE m.no = picked.message) \(in: filter.apps.names)
                """
        }
        if let id = filter.installation, filter.uniqueID != nil {
            condition += """
                 AND (SELECT i.id FROM installation i WHERE i.no = picked.installation) = \(id)
                """
        }
        if let user = filter.user, filter.installation != nil || filter.uniqueID != nil {
            condition += """
                 AND (SELECT m.target FROM message m
                    WHERE m.no = picked.message AND m.target_kind = 'user') = \(user)
                """
        }
        if let state = filter.state { condition += " AND picked.state = \(state.rawValue)" }
        if let reason = filter.reason { condition += " AND picked.reason = \(reason)" }
        if let status = filter.status { condition += " AND picked.status = \(status)" }
        if let since = filter.since {
            condition += " AND picked.created_at >= \(since.storedMilliseconds)"
        }
        return condition
    }

    // MARK: Pages

    /// Returns the number after which the next page begins; `nil` if this page is the last one.
    private static func next(
        _ db: isolated SQLStore.Connection, _ rows: SQLRows, _ last: SQLRow?, _ window: SQL,
        since: Int64?, limit: Int
    ) async throws -> Int64? {
        if rows.count > limit { return try last?.value("no") }
        let end = try await db.row(
            """
            SELECT min(picked.no) AS last, count(*) AS examined, min(picked.created_at) AS oldest
            FROM (\(window)) picked
            """)
        guard let end, try end.value("examined") == Int64(examinedMax) else { return nil }
        if let since, let oldest: Int64 = try end.optional("oldest"), oldest < since - disorderMax {
            return nil
        }
        return try end.optional("last")
    }
}
