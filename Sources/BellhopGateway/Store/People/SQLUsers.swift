// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads users, gives them aliases, and merges users, as steps of one transaction.
enum SQLUsers {
    /// What is known about a user, except the page of installations.
    struct Facts: Sendable {
        var aliases: [String: String] = [:]
        var topics: [TopicState] = []
        var firstSeen: Date?
        var lastSeen: Date?
        var installationCount = 0

        /// Whether nothing is known about the user.
        var isEmpty: Bool { aliases.isEmpty && installationCount == 0 }
    }

    /// Makes other transactions about the user wait.
    static func lock(
        _ db: isolated SQLStore.Connection, app: Int64, users: [String]
    ) async throws {
        try await db.lock(users.map { "user \(app) \($0)" })
    }

    static func facts(
        _ db: isolated SQLStore.Connection, app: Int64, user: String
    ) async throws -> Facts {
        var facts = Facts()
        let row = try await db.row(
            """
            SELECT count(*) AS n, min(created_at) AS first_seen, max(registered_at) AS last_seen
            FROM installation WHERE app = \(app) AND user_id = \(user)
            """)
        facts.installationCount = try row?.value("n") ?? 0
        facts.firstSeen = try row?.optionalMoment("first_seen")
        facts.lastSeen = try row?.optionalMoment("last_seen")
        facts.aliases = try await aliases(db, app: app, user: user)
        facts.topics = try await db.rows(
            """
            SELECT topic.name, max(s.is_on) AS is_on, max(s.changed_at) AS changed_at
            FROM installation i JOIN subscription s ON s.installation = i.no
            JOIN topic ON topic.no = s.topic
            WHERE i.app = \(app) AND i.user_id = \(user) GROUP BY topic.name ORDER BY topic.name
            """
        ).map(SQLTopics.state)
        return facts
    }

    // MARK: Aliases

    static func aliases(
        _ db: isolated SQLStore.Connection, app: Int64, user: String
    ) async throws -> [String: String] {
        var aliases: [String: String] = [:]
        let rows = try await db.rows(
            "SELECT label, value FROM alias WHERE app = \(app) AND user_id = \(user)")
        for row in rows { aliases[try row.value("label")] = try row.value("value") }
        return aliases
    }

    /// The outcome of giving a user an alias.
    enum AliasOutcome: Hashable, Sendable {
        case stored
        /// The value belongs to another user.
        case taken
        /// The user has too many aliases.
        case tooMany
    }

    static func put(
        _ db: isolated SQLStore.Connection, _ alias: AliasResource, app: Int64, now: Date
    ) async throws -> AliasOutcome {
        try await lock(db, app: app, users: [alias.user, "\(alias.label) \(alias.value)"])
        let owner: String? = try await db.row(
            """
            SELECT user_id FROM alias
            WHERE app = \(app) AND label = \(alias.label) AND value = \(alias.value)
            """)?.value("user_id")
        if let owner { return owner.utf8.elementsEqual(alias.user.utf8) ? .stored : .taken }
        let others = try await aliases(db, app: app, user: alias.user)
        guard others[alias.label] != nil || others.count < GatewayLimits.aliasesPerUserMax else {
            return .tooMany
        }
        try await db.run(
            """
            INSERT INTO alias (app, label, value, user_id, created_at)
            VALUES (\(app), \(alias.label), \(alias.value), \(alias.user),
                \(now.storedMilliseconds))
            ON CONFLICT (app, user_id, label) DO UPDATE SET value = excluded.value,
                created_at = excluded.created_at
            """)
        return .stored
    }

    // MARK: Merging

    /// The outcome of a merge.
    enum MergeOutcome: Hashable, Sendable {
        case merged(installations: Int, aliases: Int, dropped: Int)
        /// There is no such installation or user.
        case notFound
        /// The installation belongs to another user.
        case otherUser
        /// The user has too many installations to be merged in one transaction.
        case tooMany
    }

    /// Assigns an installation that belongs to no user to a user.
    static func merge(
        _ db: isolated SQLStore.Connection, installation id: String, into user: String, app: Int64,
        now: Date
    ) async throws -> MergeOutcome {
        try await SQLRegistration.lock(db, id, [])
        let row = try await db.row(
            "SELECT no, user_id FROM installation WHERE id = \(id) AND app = \(app)")
        guard let row else { return .notFound }
        let owner: String? = try row.optional("user_id")
        if let owner, !owner.utf8.elementsEqual(user.utf8) { return .otherUser }
        guard owner == nil else { return .merged(installations: 0, aliases: 0, dropped: 0) }
        try await give(db, try row.value("no"), to: user, from: nil, now: now)
        return .merged(installations: 1, aliases: 0, dropped: 0)
    }

    /// Assigns everything that belongs to a user to another user.
    ///
    /// Installations keep their attributes, tags, topics and inbox. An alias is dropped if the
    /// other user already has another value for its label. Messages to the previous user become
    /// messages to the other user.
    static func merge(
        _ db: isolated SQLStore.Connection, user previous: String, into user: String, app: Int64,
        now: Date
    ) async throws -> MergeOutcome {
        try await lock(db, app: app, users: [previous, user])
        let rows = try await db.rows(
            """
            SELECT no, id FROM installation WHERE app = \(app) AND user_id = \(previous)
            ORDER BY no LIMIT \(GatewayLimits.installationsPerUserMax + 1)
            """)
        guard rows.count <= GatewayLimits.installationsPerUserMax else { return .tooMany }
        let aliases = try await aliases(db, app: app, user: previous)
        guard !rows.isEmpty || !aliases.isEmpty else { return .notFound }
        try await db.lock(try rows.map { "installation \(try $0.value("id") as String)" })
        // The messages are changed first, so that messages to the previous user stay in the queue
        // and in the inbox.
        try await db.run(
            """
            UPDATE message SET target = \(user)
            WHERE target = \(previous) AND target_kind = 'user' AND app = \(app)
            """)
        for row in rows {
            try await give(db, try row.value("no"), to: user, from: previous, now: now)
        }
        let own = try await self.aliases(db, app: app, user: user)
        let dropped = aliases.keys.filter { own[$0] != nil }.sorted()
        try await db.run(
            """
            DELETE FROM alias
            WHERE app = \(app) AND user_id = \(previous) AND label \(in: dropped)
            """)
        try await db.run(
            """
            UPDATE alias SET user_id = \(user) WHERE app = \(app) AND user_id = \(previous)
            """)
        try await db.run(
            """
            UPDATE consent SET user_id = \(user) WHERE app = \(app) AND user_id = \(previous)
            """)
        return .merged(
            installations: rows.count, aliases: aliases.count - dropped.count,
            dropped: dropped.count)
    }

    private static func give(
        _ db: isolated SQLStore.Connection, _ number: Int64, to user: String,
        from previous: String?, now: Date
    ) async throws {
        try await db.run("UPDATE installation SET user_id = \(user) WHERE no = \(number)")
        try await db.run(
            """
            UPDATE subscription SET user_id = \(user)
            WHERE installation = \(number)
                AND (user_id IS NULL OR user_id = \(previous ?? user))
            """)
        try await SQLRegistration.settle(
            db, number, userBefore: previous, user: user, now: now)
    }
}
