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

/// Stores the messages that were sent to each installation, so that apps can fetch them, as steps
/// of one transaction. A page also contains the campaigns; see ``SQLInboxCampaigns``.
enum SQLInbox {
    /// The condition that a message `m` is addressed to an installation `i`, to its user or to a
    /// token.
    private static let isMeant: SQL = """
        (m.target_kind <> 'user' OR m.target = i.user_id)
            AND (m.target_kind <> 'installation' OR m.target = i.id)
        """

    /// The condition that the push type of a message goes to the app's own token.
    private static let isForApp: SQL = {
        let types = TokenFamily.app.pushTypes.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "m.push_type IN (\(text: types))"
    }()

    /// What new messages change about an installation.
    struct Change {
        /// The number by which the badge increases.
        var badge: Int64 = 0
        /// The numbers of the messages for the inbox, each with the time of its request, in order.
        var messages: [(number: Int64, now: Date)] = []
    }

    /// Adds new messages to the inboxes of installations to which they are addressed, and counts
    /// badges.
    ///
    /// - Parameter changes: the changes by the installations' numbers.
    static func apply(
        _ db: isolated SQLStore.Connection, _ changes: [Int64: Change]
    ) async throws {
        guard !changes.isEmpty else { return }
        // All transactions change installations in the same order.
        let changed = changes.sorted { $0.key < $1.key }
        let table = SQLTable().with("installation", integers: changed.map(\.key))
            .with("message_count", integers: changed.map { Int64($0.value.messages.count) })
            .with("badge_count", integers: changed.map(\.value.badge))
        let most = Int64(GatewayLimits.badgeBounds.upperBound)
        let numbers = try await db.rows(
            """
            UPDATE installation AS i SET inbox_number = inbox_number + r.message_count,
                badge = CASE WHEN i.badge >= \(most) THEN i.badge
                    WHEN i.badge + r.badge_count > \(most) THEN \(most)
                    ELSE i.badge + r.badge_count END
            FROM \(table, as: "r") WHERE i.no = r.installation
            RETURNING no, inbox_number
            """)
        var rows: [[SQLValue]] = []
        for row in numbers {
            let installation: Int64 = try row.value("no")
            let last: Int64 = try row.value("inbox_number")
            let messages = changes[installation]?.messages ?? []
            for (index, message) in messages.enumerated() {
                let number = last - Int64(messages.count - index - 1)
                rows.append([
                    .integer(installation), .integer(number), .integer(message.number),
                    .integer(message.now.storedMilliseconds),
                ])
            }
        }
        try await db.insert(
            into: "inbox", columns: ["installation", "number", "message", "created_at"],
            rows: rows, returning: [])
    }

    /// Adds the messages that are addressed to one installation to its inbox, without duplicates.
    static func add(
        _ db: isolated SQLStore.Connection, messages: [Int64], installation: Int64, now: Date
    ) async throws {
        guard !messages.isEmpty else { return }
        let new: [Int64] = try await db.rows(
            """
            SELECT m.no FROM message m JOIN installation i ON i.no = \(installation)
            WHERE m.no \(in: messages) AND \(isMeant) AND \(isForApp)
                AND NOT EXISTS (SELECT 1 FROM inbox x
                    WHERE x.installation = i.no AND x.message = m.no)
            ORDER BY m.no
            """
        ).firstColumn()
        guard !new.isEmpty else { return }
        let row = try await db.row(
            """
            UPDATE installation SET inbox_number = inbox_number + \(new.count)
            WHERE no = \(installation) RETURNING inbox_number
            """)
        guard let last: Int64 = try row?.value("inbox_number") else { return }
        let first = last - Int64(new.count) + 1
        let table = SQLTable().with("message", integers: new)
            .with("number", integers: new.indices.map { first + Int64($0) })
        try await db.run(
            """
            INSERT INTO inbox (installation, number, message, created_at)
            SELECT \(installation), r.number, r.message, \(now.storedMilliseconds)
            FROM \(table, as: "r")
            """)
    }

    /// Adds messages to the inboxes of installations if the messages are queued for the
    /// installations' tokens on behalf of other installations.
    static func addQueued(
        _ db: isolated SQLStore.Connection, installations: [Int64], now: Date
    ) async throws {
        let rows = try await db.rows(
            """
            SELECT DISTINCT e.installation, d.message
            FROM endpoint e JOIN delivery d ON d.endpoint = e.no
            WHERE e.installation \(in: installations) AND d.due_at IS NOT NULL
                AND d.state = 'queued'
                AND (d.installation IS NULL OR d.installation <> e.installation)
            ORDER BY e.installation, d.message
            """)
        var messages: [Int64: [Int64]] = [:]
        for row in rows {
            messages[try row.value("installation"), default: []].append(try row.value("message"))
        }
        for (installation, messages) in messages.sorted(by: { $0.key < $1.key }) {
            try await add(db, messages: messages, installation: installation, now: now)
        }
    }

    /// Removes messages from the inboxes of installations if they are addressed to users to whom
    /// the installations no longer belong.
    static func withdrawMisaddressed(
        _ db: isolated SQLStore.Connection, installations: [Int64]
    ) async throws {
        try await db.run(
            """
            DELETE FROM inbox WHERE (installation, message) IN (
                SELECT x.installation, m.no FROM inbox x JOIN message m ON m.no = x.message
                JOIN installation i ON i.no = x.installation
                WHERE x.installation \(in: installations) AND m.target_kind = 'user'
                    AND (i.user_id IS NULL OR i.user_id <> m.target))
            """)
    }

    /// Removes all messages from an inbox.
    static func clear(
        _ db: isolated SQLStore.Connection, installation: Int64
    ) async throws {
        try await db.run("DELETE FROM inbox WHERE installation = \(installation)")
    }

    private static func oldest(_ now: Date) -> Int64 {
        now.addingTimeInterval(-Double(GatewayLimits.inboxSecondsMax)).storedMilliseconds
    }

    static func page(
        _ db: isolated SQLStore.Connection, installationID: String, after: InboxPosition?,
        limit: Int, now: Date
    ) async throws -> InboxPage? {
        let facts = try await db.row(
            """
            SELECT \(SQLInboxCampaigns.Installation.columns), inbox_number FROM installation
            WHERE id = \(installationID)
            """)
        guard let facts else { return nil }
        let installation = try SQLInboxCampaigns.Installation(facts)
        let last: Int = try facts.value("inbox_number")
        var position = InboxPosition(createdAt: try facts.moment("created_at"), number: 0)
        if let after, after.createdAt == position.createdAt, (0...last).contains(after.number) {
            position = try await SQLInboxCampaigns.checked(db, after)
        }
        let limit = max(1, min(limit, GatewayLimits.inboxEntriesMax))
        let rows = try await messages(
            db, of: installation.number, after: position, limit: limit + 1, now: now)
        let campaigns = try await SQLInboxCampaigns.page(
            db, installation, after: position, oldest: oldest(now), now: now)
        let merge = InboxMerge(
            from: position,
            messages: try rows.map {
                .init(number: try $0.value("number"), time: try $0.value("received_at"))
            },
            lastNumber: last, campaigns: campaigns.entries, hasMoreCampaigns: campaigns.hasMore,
            limit: limit)
        let shown = try merge.entries.compactMap { entry -> InboxMessage? in
            switch entry {
            case .message(let index): try message(rows[index])
            case .campaign(let number): campaigns.messages[number]
            }
        }
        return InboxPage(messages: shown, position: merge.position, hasMore: merge.hasMore)
    }

    private static func messages(
        _ db: isolated SQLStore.Connection, of installation: Int64, after position: InboxPosition,
        limit: Int, now: Date
    ) async throws -> SQLRows {
        try await db.rows(
            """
            SELECT x.number, x.created_at AS received_at, m.id, m.body, m.created_at,
                CASE WHEN m.counts_badge = 1 THEN i.badge END AS badge
            FROM inbox x JOIN message m ON m.no = x.message
            JOIN installation i ON i.no = x.installation
            WHERE x.installation = \(installation) AND x.number > \(position.number)
                AND x.created_at >= \(oldest(now))
                AND (m.expiration IS NULL OR m.deadline > \(now.storedMilliseconds))
                AND \(isMeant)
            ORDER BY x.number LIMIT \(limit)
            """)
    }

    private static func message(_ row: SQLRow) throws -> InboxMessage {
        var body: [UInt8] = try row.value("body")
        if let badge: Int = try row.optional("badge") {
            body = try SQLBadges.body(body, badge: badge)
        }
        return InboxMessage(
            id: try row.value("id"), body: body, createdAt: try row.moment("created_at"))
    }
}
