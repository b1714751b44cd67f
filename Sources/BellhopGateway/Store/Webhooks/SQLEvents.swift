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

/// An event that has not been stored yet.
struct NewEvent: Sendable {
    let type: EventType
    /// The bundle identifier of the app.
    let app: String
    let at: Date
    let data: JSONObject

    /// - Parameter data: the facts; members without a value are left out.
    init(_ type: EventType, app: String, at: Date, _ data: KeyValuePairs<String, JSONValue?>) {
        self.type = type
        self.app = app
        self.at = at
        self.data = JSONObject(
            data.compactMap { key, value in value.map { .init(key: key, value: $0) } })
    }
}

/// Stores events in the transaction of the facts that they report, and numbers them.
///
/// On PostgreSQL, transactions do not become visible in the order in which their rows got their
/// keys. A reader that continues after a key would miss events that are committed later with
/// smaller keys. So events get their positions in a separate transaction, which sees only committed
/// events. Only one such transaction runs at a time.
enum SQLEvents {
    /// The maximum number of events to which one transaction gives numbers.
    static let numberedMax = 5_000

    /// Returns the types of events that somebody receives. Events of other types are not stored.
    static func wanted(_ db: isolated SQLStore.Connection) async throws -> Set<EventType> {
        var types: Set<EventType> = []
        for row in try await db.rows("SELECT DISTINCT events FROM webhook") {
            types.formUnion(try filter(row).types)
        }
        return types
    }

    static func filter(_ row: SQLRow) throws -> EventFilter {
        let entries: String = try row.value("events")
        return EventFilter(entries.split(separator: " ").map(String.init))
    }

    /// Stores events that somebody receives.
    static func add(
        _ db: isolated SQLStore.Connection, _ events: [NewEvent]
    ) async throws {
        guard !events.isEmpty else { return }
        let table = SQLTable().with("type", texts: events.map(\.type.rawValue))
            .with("app", texts: events.map(\.app))
            .with("at", integers: events.map(\.at.storedMilliseconds))
            .with("data", texts: events.map { JSONWriter.text(.object($0.data)) })
        try await db.run(
            """
            INSERT INTO event (type, app, at, data)
            SELECT r.type, r.app, r.at, r.data FROM \(table, as: "r")
            """)
    }

    /// The statement that finds out whether events wait for their positions.
    static let newEvents: SQL = "SELECT min(no) AS no FROM event WHERE position IS NULL"

    /// Gives positions to events that have none yet.
    static func number(_ db: isolated SQLStore.Connection) async throws {
        // With this lock, only one transaction at a time gives positions.
        let counter = try await db.row(
            "SELECT last FROM event_counter \(sqlite: "", postgres: "FOR UPDATE")")
        guard let last: Int64 = try counter?.value("last") else { return }
        let count = try await db.run(numbering(after: last))
        guard count > 0 else { return }
        try await db.run("UPDATE event_counter SET last = \(last + Int64(count))")
    }

    static func numbering(after last: Int64) -> SQL {
        """
        WITH picked AS MATERIALIZED (
            SELECT no AS picked_no, row_number() OVER (ORDER BY no) AS place
            FROM (SELECT no FROM event WHERE position IS NULL ORDER BY no
                LIMIT \(numberedMax)) AS x)
        UPDATE event SET position = \(last) + picked.place
        FROM picked WHERE no = picked.picked_no
        """
    }
}

extension JSONValue {
    static func time(_ date: Date) -> JSONValue { .string(GatewayJSON.text(of: date)) }
}
