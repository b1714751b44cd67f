// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps what was sent to each installation for fetching, as steps of one transaction.
enum SQLInbox {
    /// What of a message `m` is meant for an installation `i`.
    private static let isMeant = """
        (m.target_kind <> 'user' OR m.target = i.user_id)
            AND (m.target_kind <> 'installation' OR m.target = i.id)
        """

    /// Push types whose payload reaches the app by its own token.
    private static let pushTypes = TokenFamily.app.pushTypes.map { "'\($0.rawValue)'" }
        .joined(separator: ", ")

    /// Puts a message into the inbox of an installation that it is meant for, once.
    static func add(
        _ db: Database, messageID: String, installationID: String, now: Date
    ) throws {
        let isNew = try Bool.fetchOne(
            db,
            sql: """
                SELECT TRUE FROM installation i JOIN message m ON m.id = ?
                WHERE i.id = ? AND \(isMeant) AND m.push_type IN (\(pushTypes)) AND NOT EXISTS (
                    SELECT 1 FROM inbox x WHERE x.installation_id = i.id AND x.message_id = m.id)
                """,
            arguments: [messageID, installationID])
        guard isNew == true else { return }
        let number = try Int.fetchOne(
            db,
            sql: """
                UPDATE installation SET inbox_number = inbox_number + 1 WHERE id = ?
                RETURNING inbox_number
                """,
            arguments: [installationID])
        try db.execute(
            sql: """
                INSERT INTO inbox (installation_id, number, message_id, created_at)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [installationID, number, messageID, now.storedMilliseconds])
    }

    /// Puts what is queued for a token into the inbox of the installation that has it now.
    static func addQueued(
        _ db: Database, tokenID: Int64, installationID: String, now: Date
    ) throws {
        let messages = try String.fetchAll(
            db,
            sql: """
                SELECT message_id FROM delivery
                WHERE token_id = ? AND due_at IS NOT NULL AND state = 'queued'
                    AND coalesce(installation_id, '') <> ?
                ORDER BY message_id
                """,
            arguments: [tokenID, installationID])
        for message in messages {
            try add(db, messageID: message, installationID: installationID, now: now)
        }
    }

    /// Takes out what was addressed to somebody whose installation it no longer is.
    static func withdrawMisaddressed(_ db: Database, installationID: String) throws {
        try db.execute(
            sql: """
                DELETE FROM inbox WHERE installation_id = ?1 AND message_id IN (
                    SELECT m.id FROM inbox x JOIN message m ON m.id = x.message_id
                    JOIN installation i ON i.id = x.installation_id
                    WHERE x.installation_id = ?1 AND m.target_kind = 'user'
                        AND (i.user_id IS NULL OR i.user_id <> m.target))
                """,
            arguments: [installationID])
    }

    /// Takes out everything.
    static func clear(_ db: Database, installationID: String) throws {
        try db.execute(
            sql: "DELETE FROM inbox WHERE installation_id = ?", arguments: [installationID])
    }

    /// Forgets what is too old to be fetched.
    static func purge(_ db: Database, now: Date) throws {
        try db.execute(
            sql: "DELETE FROM inbox WHERE created_at < ?", arguments: [oldest(now)])
    }

    private static func oldest(_ now: Date) -> Int64 {
        now.addingTimeInterval(-Double(GatewayLimits.inboxSecondsMax)).storedMilliseconds
    }

    static func page(
        _ db: Database, installationID: String, after: InboxPosition?, limit: Int, now: Date
    ) throws -> InboxPage? {
        let facts = try Row.fetchOne(
            db, sql: "SELECT created_at, inbox_number FROM installation WHERE id = ?",
            arguments: [installationID])
        guard let facts else { return nil }
        let last: Int = try facts.value("inbox_number")
        var position = InboxPosition(createdAt: try facts.moment("created_at"), number: 0)
        if let after, after.createdAt == position.createdAt, (0...last).contains(after.number) {
            position.number = after.number
        }
        let limit = max(1, min(limit, GatewayLimits.inboxEntriesMax))
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT x.number, m.id, m.body, m.created_at
                FROM inbox x JOIN message m ON m.id = x.message_id
                JOIN installation i ON i.id = x.installation_id
                WHERE x.installation_id = ? AND x.number > ? AND x.created_at >= ?
                    AND (m.expiration IS NULL OR m.deadline > ?) AND \(isMeant)
                ORDER BY x.number LIMIT ?
                """,
            arguments: [
                installationID, position.number, oldest(now), now.storedMilliseconds, limit + 1,
            ])
        let hasMore = rows.count > limit
        let shown = rows.prefix(limit)
        // What was left out before the end is not looked at again.
        position.number = hasMore ? try shown.last?.value("number") ?? last : last
        return InboxPage(
            messages: try shown.map(message), position: position, hasMore: hasMore)
    }

    private static func message(_ row: Row) throws -> InboxMessage {
        let body: Data = try row.value("body")
        return InboxMessage(
            id: try row.value("id"), body: Array(body), createdAt: try row.moment("created_at"))
    }
}
