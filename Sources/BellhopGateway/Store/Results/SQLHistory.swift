// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads what happened to an installation, as steps of one transaction.
enum SQLHistory {
    typealias Part = HistoryPart<HistoryEntry>

    /// The tables from which events come. If two events have the same time, the event from the
    /// table that is listed later is the newer one.
    fileprivate enum Rank: Int64 {
        case installation, token, campaign, message, receipt
    }

    struct Page: Sendable {
        let bundleID: String
        let events: [HistoryEntry]
        let next: HistoryCursor?
    }

    /// Returns a page of events, newest first; `nil` if there is no such installation.
    static func page(
        _ db: isolated SQLStore.Connection, of id: String, after cursor: HistoryCursor, limit: Int
    ) async throws -> Page? {
        let row = try await db.row(
            """
            SELECT i.no, i.app, i.user_id, i.locale, i.created_at, i.registered_at, a.bundle_id
            FROM installation i JOIN app a ON a.no = i.app WHERE i.id = \(id)
            """)
        guard let row else { return nil }
        let installation: Int64 = try row.value("no")
        let campaigns = try await SQLInboxCampaigns.history(
            db, try SQLInboxCampaigns.Installation(row), before: cursor.campaign)
        let examined = Self.places(of: campaigns, after: cursor.place)
        let parts = [
            try registrations(row, after: cursor.place),
            try await tokens(db, installation, after: cursor.place),
            try await deliveries(db, installation, after: cursor.place, limit: limit),
            try await receipts(db, id, after: cursor.place, limit: limit),
            part(campaigns, examined),
        ]
        let page = HistoryPage(parts, limit: limit)
        let events = page.events.map(\.event)
        let bundleID: String = try row.value("bundle_id")
        guard let end = page.end else {
            return Page(bundleID: bundleID, events: events, next: nil)
        }
        let passed = zip(campaigns.entries, examined).filter { $0.1 >= end }.last?.0.number
        return Page(
            bundleID: bundleID, events: events,
            next: HistoryCursor(end, campaign: passed ?? cursor.campaign))
    }

    // MARK: Registrations and tokens

    private static func registrations(_ row: SQLRow, after place: HistoryPlace) throws -> Part {
        var part = Part()
        for (column, kind, number) in [
            ("registered_at", HistoryEntry.Kind.registered, Int64(1)), ("created_at", .created, 0),
        ] {
            let at = try row.moment(column)
            if kind == .registered, try row.moment("created_at") == at { continue }
            part.add(HistoryEntry(at: at, kind: kind), rank: .installation, number, after: place)
        }
        return part
    }

    private static func tokens(
        _ db: isolated SQLStore.Connection, _ installation: Int64, after place: HistoryPlace
    ) async throws -> Part {
        let limit = GatewayLimits.pageEntriesMax
        let columns: SQL = """
            no, address, family, environment, transport, state, reason, registered_at, unused_since,
            invalid_since, suspect_since
            """
        let own = try await db.rows(
            "SELECT \(columns) FROM endpoint WHERE installation = \(installation) LIMIT \(limit)")
        let former = try await db.rows(
            """
            SELECT \(columns) FROM endpoint WHERE former = \(installation)
            ORDER BY no DESC LIMIT \(limit)
            """)
        var part = Part()
        for row in Array(own) + Array(former) {
            let number: Int64 = try row.value("no")
            var entry = HistoryEntry(at: Date(storedMilliseconds: 0), kind: .token)
            entry.token = try row.deviceToken("address").redacted
            entry.family = try row.word("family")
            entry.environment = try row.word("environment")
            entry.transport = try (row.word("transport") as PushTransport).shown
            if let registered = try row.optionalMoment("registered_at") {
                entry.at = registered
                part.add(entry, rank: .token, 2 * number, after: place)
            }
            let state: TokenState = try row.word("state")
            let ended = try row.optionalMoment(state == .suspect ? "suspect_since" : "unused_since")
            guard let ended else { continue }
            entry.kind = .tokenEnded
            entry.at = ended
            entry.state = state.rawValue
            entry.reason = try row.optional("reason")
            entry.invalidSince = try row.optionalMoment("invalid_since")
            part.add(entry, rank: .token, 2 * number + 1, after: place)
        }
        return part
    }

    // MARK: Messages and receipts

    private static func deliveries(
        _ db: isolated SQLStore.Connection, _ installation: Int64, after place: HistoryPlace,
        limit: Int
    ) async throws -> Part {
        let rows = try await db.rows(
            """
            SELECT d.no, d.id, d.state, d.reason, d.status, d.created_at, m.id AS message_id,
                e.address, e.environment, e.transport
            FROM delivery d JOIN message m ON m.no = d.message JOIN endpoint e ON e.no = d.endpoint
            WHERE d.installation = \(installation)
                AND \(isOlder("d.created_at", "d.no", than: place, .message))
            ORDER BY d.created_at DESC, d.no DESC LIMIT \(limit + 1)
            """)
        return try part(rows, limit: limit, rank: .message, time: "created_at") { row, at in
            var entry = HistoryEntry(at: at, kind: .message)
            entry.message = try row.value("message_id")
            entry.delivery = try row.value("id")
            entry.state = try row.value("state")
            entry.reason = try row.optional("reason")
            entry.status = try row.optional("status")
            entry.token = try row.deviceToken("address").redacted
            entry.environment = try row.word("environment")
            entry.transport = try (row.word("transport") as PushTransport).shown
            return entry
        }
    }

    private static func receipts(
        _ db: isolated SQLStore.Connection, _ id: String, after place: HistoryPlace, limit: Int
    ) async throws -> Part {
        let rows = try await db.rows(
            """
            SELECT r.no, r.message, r.event, r.action, r.received_at, m.id AS message_id,
                c.id AS campaign_id
            FROM receipt r LEFT JOIN message m ON m.no = r.message
                LEFT JOIN campaign c ON c.no = -r.message
            WHERE r.installation_id = \(id)
                AND \(isOlder("r.received_at", "r.no", than: place, .receipt))
            ORDER BY r.received_at DESC, r.no DESC LIMIT \(limit + 1)
            """)
        return try part(rows, limit: limit, rank: .receipt, time: "received_at") { row, at in
            var entry = HistoryEntry(at: at, kind: .receipt)
            entry.message = try row.optional("message_id")
            entry.campaign = try row.optional("campaign_id")
            entry.event = try row.value("event")
            let action: String = try row.value("action")
            entry.action = action.isEmpty ? nil : action
            return entry
        }
    }

    /// Returns the condition that a row of a table is older than a place.
    private static func isOlder(
        _ time: String, _ number: String, than place: HistoryPlace, _ rank: Rank
    ) -> SQL {
        if rank.rawValue == place.rank {
            return """
                (\(text: time) < \(place.time)
                    OR (\(text: time) = \(place.time) AND \(text: number) < \(place.number)))
                """
        }
        return rank.rawValue < place.rank
            ? "\(text: time) <= \(place.time)" : "\(text: time) < \(place.time)"
    }

    private static func part(
        _ rows: SQLRows, limit: Int, rank: Rank, time: String,
        _ entry: (SQLRow, Date) throws -> HistoryEntry
    ) throws -> Part {
        var part = Part()
        for row in rows.prefix(limit) {
            let at = try row.moment(time)
            part.events.append(
                (
                    place: HistoryPlace(
                        time: at.storedMilliseconds, rank: rank.rawValue,
                        number: try row.value("no")),
                    event: try entry(row, at)
                ))
        }
        if rows.count > limit { part.completeTo = part.events.last?.place }
        return part
    }

    // MARK: Campaigns

    /// Returns the places of campaigns, with times that are in the order of the campaigns' numbers.
    /// The times of creation may be in another order, because the clocks of gateways may differ.
    private static func places(
        of campaigns: SQLInboxCampaigns.History, after place: HistoryPlace
    ) -> [HistoryPlace] {
        var time = place.time
        return campaigns.entries.map { campaign in
            time = min(time, campaign.createdAt)
            return HistoryPlace(time: time, rank: Rank.campaign.rawValue, number: campaign.number)
        }
    }

    private static func part(
        _ campaigns: SQLInboxCampaigns.History, _ places: [HistoryPlace]
    ) -> Part {
        var part = Part()
        for (campaign, place) in zip(campaigns.entries, places) {
            guard let code = campaign.code else { continue }
            var entry = HistoryEntry(
                at: Date(storedMilliseconds: campaign.createdAt), kind: .campaign)
            entry.campaign = campaign.id
            entry.state = code.kind.name
            entry.reason = code.reason.isEmpty ? nil : code.reason
            part.events.append((place: place, event: entry))
        }
        if campaigns.hasMore { part.completeTo = places.last }
        return part
    }
}

extension HistoryPart<HistoryEntry> {
    /// Adds an event if it is older than a place.
    fileprivate mutating func add(
        _ entry: HistoryEntry, rank: SQLHistory.Rank, _ number: Int64,
        after place: HistoryPlace
    ) {
        let own = HistoryPlace(
            time: entry.at.storedMilliseconds, rank: rank.rawValue, number: number)
        if own < place { events.append((place: own, event: entry)) }
    }
}
