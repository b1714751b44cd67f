// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Users, aliases, topics and erasures in the gateway's database.
struct SQLPeopleStore: Sendable {
    let store: SQLStore

    /// Runs a transaction with the app's number in the database. Returns `nil` if there is no such
    /// app.
    private func write<Value: Sendable>(
        _ bundleID: String,
        _ body: @escaping @Sendable (isolated SQLStore.Connection, Int64) async throws -> Value
    ) async throws -> Value? {
        try await store.write { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await body(db, app)
        }
    }

    private func read<Value: Sendable>(
        _ bundleID: String,
        _ body: @escaping @Sendable (isolated SQLStore.Connection, Int64) async throws -> Value
    ) async throws -> Value? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await body(db, app)
        }
    }

    // MARK: Users

    func facts(of user: String, app: String) async throws -> SQLUsers.Facts {
        try await read(app) { db, app in try await SQLUsers.facts(db, app: app, user: user) }
            ?? SQLUsers.Facts()
    }

    /// Returns the user who has an alias; `nil` if there is none.
    func user(withAlias label: String, _ value: String, app: String) async throws -> String? {
        try await read(app) { db, app in
            try await db.row(
                """
                SELECT user_id FROM alias
                WHERE app = \(app) AND label = \(label) AND value = \(value)
                """)?.value("user_id")
        } ?? nil
    }

    func put(
        _ alias: AliasResource, app: String, now: Date
    ) async throws -> SQLUsers.AliasOutcome? {
        try await write(app) { db, app in try await SQLUsers.put(db, alias, app: app, now: now) }
    }

    /// Removes an alias from a user. Returns `false` if the user has no alias with this label.
    func removeAlias(_ label: String, of user: String, app: String) async throws -> Bool {
        try await write(app) { db, app in
            try await db.run(
                """
                DELETE FROM alias
                WHERE app = \(app) AND user_id = \(user) AND label = \(label)
                """) > 0
        } ?? false
    }

    func merge(
        _ request: MergeRequest, into user: String, app: String, now: Date
    ) async throws -> SQLUsers.MergeOutcome {
        try await write(app) { db, app in
            switch request {
            case .installation(let id):
                try await SQLUsers.merge(db, installation: id, into: user, app: app, now: now)
            case .user(let previous):
                try await SQLUsers.merge(db, user: previous, into: user, app: app, now: now)
            }
        } ?? .notFound
    }

    // MARK: Topics

    /// Declares a topic or changes its title. Returns `false` if the app has too many topics, and
    /// `nil` if there is no such app.
    func put(_ topic: TopicResource, app bundleID: String) async throws -> Bool? {
        try await write(bundleID) { db, app in
            try await db.lock(["topics \(bundleID)"])
            let known = try await SQLTopics.numbers(db, app: app)
            guard known[topic.name] != nil || known.count < GatewayLimits.topicsPerAppMax else {
                return false
            }
            try await db.run(
                """
                INSERT INTO topic (app, name, title) VALUES (\(app), \(topic.name), \(topic.title))
                ON CONFLICT (app, name) DO UPDATE SET title = excluded.title
                """)
            return true
        }
    }

    /// Returns the topics of an app, sorted by name; `nil` if there is no such app.
    func topics(of app: String, counts: Bool) async throws -> [TopicResource]? {
        try await read(app) { db, app in
            let rows = try await db.rows(
                "SELECT no, name, title FROM topic WHERE app = \(app) ORDER BY name")
            var topics: [TopicResource] = []
            for row in rows {
                var topic = TopicResource(
                    name: try row.value("name"), title: try row.value("title"))
                if counts {
                    topic.subscribed = try await db.row(
                        """
                        SELECT count(*) AS n FROM subscription
                        WHERE topic = \(try row.value("no") as Int64) AND is_on = 1
                        """)?.value("n")
                }
                topics.append(topic)
            }
            return topics
        }
    }

    /// The maximum number of subscriptions that one transaction removes.
    private static let removedMax = 10_000

    /// Deletes a topic with its subscriptions; the history of decisions stays. Returns `false` if
    /// there is no such topic.
    func deleteTopic(_ name: String, of app: String) async throws -> Bool {
        while true {
            let removed: Int? =
                try await write(app) { db, app in
                    guard let topic = try await SQLTopics.numbers(db, app: app)[name] else {
                        return nil
                    }
                    let count = try await db.run(
                        """
                        DELETE FROM subscription WHERE (installation, topic) IN (
                            SELECT s.installation, s.topic FROM subscription s
                            WHERE s.topic = \(topic) LIMIT \(Self.removedMax))
                        """)
                    if count < Self.removedMax {
                        try await db.run("DELETE FROM topic WHERE no = \(topic)")
                    }
                    return count
                } ?? nil
            guard let removed else { return false }
            if removed < Self.removedMax { return true }
        }
    }

    /// The outcome of a decision about a topic.
    enum DecisionOutcome: Hashable, Sendable {
        case stored(installations: Int)
        case topicNotFound
        /// There is no such installation, or the user has none.
        case notFound
        case tooMany
    }

    /// Stores a decision of one installation.
    func decide(
        _ decision: SQLTopics.Decision, topic: String, installation id: String, now: Date
    ) async throws -> DecisionOutcome {
        try await store.write { db in
            try await db.lock(["installation \(id)"])
            let row = try await db.row(
                "SELECT no, app, user_id FROM installation WHERE id = \(id)")
            guard let row else { return .notFound }
            let app: Int64 = try row.value("app")
            guard let number = try await SQLTopics.numbers(db, app: app)[topic] else {
                return .topicNotFound
            }
            let owner = SQLTopics.Owner(
                number: try row.value("no"), user: try row.optional("user_id"))
            try await SQLTopics.decide(
                db, decision, [owner], app: app, topic: (topic, number), now: now)
            return .stored(installations: 1)
        }
    }

    /// Stores a decision of all installations of a user.
    func decide(
        _ decision: SQLTopics.Decision, topic: String, user: String, app: String, now: Date
    ) async throws -> DecisionOutcome {
        try await write(app) { db, app in
            guard let number = try await SQLTopics.numbers(db, app: app)[topic] else {
                return .topicNotFound
            }
            let owners = try await db.rows(
                """
                SELECT no FROM installation WHERE app = \(app) AND user_id = \(user)
                ORDER BY no LIMIT \(GatewayLimits.installationsPerUserMax + 1)
                """
            ).map { SQLTopics.Owner(number: try $0.value("no"), user: user) }
            guard !owners.isEmpty else { return .notFound }
            guard owners.count <= GatewayLimits.installationsPerUserMax else { return .tooMany }
            try await SQLTopics.decide(
                db, decision, owners, app: app, topic: (topic, number), now: now)
            return .stored(installations: owners.count)
        } ?? .notFound
    }

    /// Returns the decisions of an installation, sorted by the topics' names.
    func states(ofInstallation id: String) async throws -> [TopicState] {
        try await store.read { db in
            guard let number = try await SQLInstallations.number(db, id) else { return [] }
            return try await SQLTopics.states(db, installation: number)
        }
    }

    /// Returns a page of the history of decisions.
    func consents(
        ofInstallation id: String, after: Int64, limit: Int
    ) async throws -> [(number: Int64, ConsentResource)] {
        try await store.read { db in
            guard let number = try await SQLInstallations.number(db, id) else { return [] }
            return try await db.rows(
                SQLTopics.history
                    + """
                     WHERE c.installation = \(number) AND c.no > \(after)
                    ORDER BY c.no LIMIT \(limit)
                    """
            ).map(SQLTopics.consent)
        }
    }

    func consents(
        of user: String, app: String, after: Int64, limit: Int
    ) async throws -> [(number: Int64, ConsentResource)] {
        try await read(app) { db, app in
            try await db.rows(
                SQLTopics.history
                    + """
                     WHERE c.app = \(app) AND c.user_id = \(user) AND c.no > \(after)
                    ORDER BY c.no LIMIT \(limit)
                    """
            ).map(SQLTopics.consent)
        } ?? []
    }
}
