// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores topics, decisions about them and the history of decisions, as steps of one transaction.
///
/// A decision belongs to an installation, and remembers the user who was signed in. A subscription
/// that a user chose ends when another user signs in; a subscription that was chosen while no user
/// was signed in stays.
enum SQLTopics {
    /// A decision, and how it became known.
    struct Decision: Sendable {
        let isOn: Bool
        let source: ConsentResource.Source
        let note: String?
    }

    /// An installation whose decisions change.
    struct Owner: Sendable {
        let number: Int64
        let user: String?
    }

    /// Returns the numbers of an app's topics, by name.
    static func numbers(
        _ db: isolated SQLStore.Connection, app: Int64
    ) async throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for row in try await db.rows("SELECT no, name FROM topic WHERE app = \(app)") {
            numbers[try row.value("name")] = try row.value("no")
        }
        return numbers
    }

    /// Stores a decision of installations about a topic. An installation that has already made the
    /// same decision is not changed, so that repeated requests add nothing to the history.
    static func decide(
        _ db: isolated SQLStore.Connection, _ decision: Decision, _ owners: [Owner], app: Int64,
        topic: (name: String, number: Int64), now: Date
    ) async throws {
        guard !owners.isEmpty else { return }
        let list = owners.sorted { $0.number < $1.number }
        let table = SQLTable().with("owner_no", integers: list.map(\.number))
            .with("owner_user", texts: list.map(\.user))
        let changed = try await db.rows(
            """
            INSERT INTO subscription (installation, topic, is_on, user_id, changed_at)
            SELECT r.owner_no, \(topic.number), \(decision.isOn), r.owner_user,
                \(now.storedMilliseconds)
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (installation, topic) DO UPDATE SET is_on = excluded.is_on,
                user_id = excluded.user_id, changed_at = excluded.changed_at
            WHERE subscription.is_on <> excluded.is_on
                OR subscription.user_id IS DISTINCT FROM excluded.user_id
            RETURNING installation, user_id
            """
        ).map { row in
            Owner(number: try row.value("installation"), user: try row.optional("user_id"))
        }
        try await remember(
            db, changed.map { ($0, topic.name) }, decision, app: app, now: now)
    }

    /// Adds decisions to the history, and removes the oldest ones beyond the limit.
    private static func remember(
        _ db: isolated SQLStore.Connection, _ entries: [(owner: Owner, topic: String)],
        _ decision: Decision, app: Int64, now: Date
    ) async throws {
        guard !entries.isEmpty else { return }
        let table = SQLTable().with("owner_no", integers: entries.map(\.owner.number))
            .with("owner_user", texts: entries.map(\.owner.user))
            .with("named", texts: entries.map(\.topic))
        try await db.run(
            """
            INSERT INTO consent (app, installation, user_id, topic, is_on, source, note, at)
            SELECT \(app), r.owner_no, r.owner_user, r.named, \(decision.isOn),
                \(decision.source.rawValue), \(decision.note), \(now.storedMilliseconds)
            FROM \(table, as: "r")
            """)
        // The limit is checked only for single decisions: many decisions one after another come
        // only from an app, while a list of installations comes from one request of a server.
        guard entries.count == 1, let number = entries.first?.owner.number else { return }
        try await db.run(
            """
            DELETE FROM consent WHERE installation = \(number) AND no <= (
                SELECT c.no FROM consent c WHERE c.installation = \(number)
                ORDER BY c.no DESC LIMIT 1 OFFSET \(GatewayLimits.consentsPerInstallationMax))
            """)
    }

    /// Removes the decisions of all users other than an installation's current user, and adds the
    /// end of each removed subscription to the history.
    static func endOfOthers(
        _ db: isolated SQLStore.Connection, _ changed: [(installation: Int64, user: String?)],
        now: Date
    ) async throws {
        let deciding: [Int64] = try await db.rows(
            """
            SELECT DISTINCT installation FROM subscription
            WHERE installation \(in: changed.map(\.installation).sorted())
            """
        ).firstColumn()
        for (installation, user) in changed where deciding.contains(installation) {
            try await endOfOthers(db, installation: installation, user: user, now: now)
        }
    }

    private static func endOfOthers(
        _ db: isolated SQLStore.Connection, installation: Int64, user: String?, now: Date
    ) async throws {
        guard let user else { return }
        let rows = try await db.rows(
            """
            SELECT s.topic, s.is_on, s.user_id, topic.name, topic.app
            FROM subscription s JOIN topic ON topic.no = s.topic
            WHERE s.installation = \(installation) AND s.user_id <> \(user)
            """)
        guard !rows.isEmpty else { return }
        try await db.run(
            """
            DELETE FROM subscription WHERE installation = \(installation) AND user_id <> \(user)
            """)
        for row in rows where try row.value("is_on") == true {
            let owner = Owner(number: installation, user: try row.optional("user_id"))
            try await remember(
                db, [(owner, try row.value("name"))],
                Decision(isOn: false, source: .otherUser, note: nil),
                app: try row.value("app"), now: now)
        }
    }

    /// Returns the decisions of an installation, sorted by the topics' names.
    static func states(
        _ db: isolated SQLStore.Connection, installation: Int64
    ) async throws -> [TopicState] {
        try await db.rows(
            """
            SELECT topic.name, s.is_on, s.changed_at
            FROM subscription s JOIN topic ON topic.no = s.topic
            WHERE s.installation = \(installation) ORDER BY topic.name
            """
        ).map(state)
    }

    static func state(_ row: SQLRow) throws -> TopicState {
        TopicState(
            topic: try row.value("name"), subscribed: try row.value("is_on"),
            changedAt: try row.moment("changed_at"))
    }

    /// Returns the topics to which each installation is subscribed, keyed by the installation's
    /// number.
    static func subscribed(
        _ db: isolated SQLStore.Connection, _ installations: [Int64]
    ) async throws -> [Int64: [String]] {
        var topics: [Int64: [String]] = [:]
        let rows = try await db.rows(
            """
            SELECT s.installation, topic.name FROM subscription s JOIN topic ON topic.no = s.topic
            WHERE s.installation \(in: installations) AND s.is_on = 1
            ORDER BY s.installation, topic.name
            """)
        for row in rows {
            topics[try row.value("installation"), default: []].append(try row.value("name"))
        }
        return topics
    }

    /// The columns of ``consent(_:)``.
    static let history: SQL = """
        SELECT c.no, c.topic, c.is_on, c.source, c.note, c.at, c.user_id, i.id AS installation_id
        FROM consent c LEFT JOIN installation i ON i.no = c.installation
        """

    static func consent(_ row: SQLRow) throws -> (number: Int64, ConsentResource) {
        (
            try row.value("no"),
            ConsentResource(
                topic: try row.value("topic"), subscribed: try row.value("is_on"),
                at: try row.moment("at"), source: try row.word("source"),
                note: try row.optional("note"), user: try row.optional("user_id"),
                installation: try row.optional("installation_id"))
        )
    }
}
