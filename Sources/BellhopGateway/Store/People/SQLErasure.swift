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

/// Erases a user in one app, in many small transactions.
///
/// Each call of ``advance(_:_:limit:now:)`` is one transaction. It removes at most a limited number
/// of rows of each table, and the rows of the user that can still be found show what is left. So
/// after a crash, the next call continues. The installations are removed last, because everything
/// else is found by them.
///
/// A table with personal data that is added to the database needs a statement here; a test compares
/// the whole database before and after.
enum SQLErasure {
    /// The maximum number of installations whose rows one transaction removes.
    private static let installationsMax = 20
    /// The maximum number of messages that one transaction removes.
    private static let messagesMax = 500
    /// The maximum number of campaigns whose audience one transaction examines.
    private static let campaignsMax = 200

    /// The result of one transaction.
    struct Progress: Hashable, Sendable {
        var rows = 0
        /// Whether a search continues in the next transaction.
        var continues = false
        var isDone = false

        /// Whether the next stage can begin in the same transaction.
        fileprivate var isIdle: Bool { rows == 0 && !continues }
    }

    /// The order, and the user's installations that are erased now.
    private struct Work {
        let order: Int64
        let app: Int64
        let user: String
        let limit: Int
        /// The number of the last event that was examined; afterwards, the negated number of the
        /// last campaign that was examined.
        var after: Int64
        var numbers: [Int64] = []
        var ids: [String] = []
    }

    /// Removes a part of what is left.
    ///
    /// - Returns: `nil` if the order is unknown or done.
    static func advance(
        _ db: isolated SQLStore.Connection, _ order: Int64, limit: Int, now: Date
    ) async throws -> Progress? {
        try await db.lock(["erasure \(order)"])
        let row = try await db.row(
            "SELECT app, user_id, after FROM erasure WHERE no = \(order) AND finished_at IS NULL")
        guard let row, let user: String = try row.optional("user_id") else { return nil }
        var work = Work(
            order: order, app: try row.value("app"), user: user, limit: limit,
            after: try row.value("after"))
        for row in try await installations(db, work) {
            work.numbers.append(try row.value("no"))
            work.ids.append(try row.value("id"))
        }
        var progress = Progress()
        if !work.numbers.isEmpty { try await stopSending(db, work, now: now) }
        progress.rows += try await removeMessages(db, work)
        if progress.isIdle, !work.numbers.isEmpty {
            progress.rows += try await removeRows(db, work)
            if progress.isIdle { try await removeEvents(db, work, &progress) }
            if progress.isIdle {
                progress.rows += try await db.run(
                    "DELETE FROM installation WHERE no \(in: work.numbers)")
            }
        }
        if progress.isIdle, work.numbers.isEmpty {
            try await finish(db, work, &progress, now: now)
        }
        if progress.rows > 0 {
            try await db.run(
                "UPDATE erasure SET rows = rows + \(progress.rows) WHERE no = \(order)")
        }
        return progress
    }

    /// Removes what does not belong to the user's current installations, and ends the order. The
    /// stages after the first one each continue after ``Work/after``, which is negative while
    /// campaigns are examined.
    private static func finish(
        _ db: isolated SQLStore.Connection, _ work: Work, _ progress: inout Progress, now: Date
    ) async throws {
        progress.rows += try await removeRest(db, work)
        guard progress.isIdle else { return }
        if work.after >= 0 {
            try await removeEvents(db, work, &progress)
            guard progress.isIdle else { return }
        }
        guard try await clearAudiences(db, work, after: max(0, -work.after)) else {
            progress.continues = true
            return
        }
        progress.isDone = true
        try await db.run(
            """
            UPDATE erasure SET user_id = NULL, finished_at = \(now.storedMilliseconds)
            WHERE no = \(work.order)
            """)
    }

    private static func installations(
        _ db: isolated SQLStore.Connection, _ work: Work
    ) async throws -> SQLRows {
        try await db.rows(
            """
            SELECT no, id FROM installation WHERE app = \(work.app) AND user_id = \(work.user)
            ORDER BY no LIMIT \(installationsMax)
            """)
    }

    /// Removes the tokens from use, so that nothing more is sent to them or stored for them.
    private static func stopSending(
        _ db: isolated SQLStore.Connection, _ work: Work, now: Date
    ) async throws {
        try await db.run(
            """
            UPDATE endpoint SET state = 'removed', reason = NULL, former = installation,
                installation = NULL, unused_since = \(now.storedMilliseconds)
            WHERE installation \(in: work.numbers)
            """)
    }

    // MARK: Messages

    /// Removes messages to the user, to the installations and to their tokens, with deliveries,
    /// receipts and idempotency keys.
    private static func removeMessages(
        _ db: isolated SQLStore.Connection, _ work: Work
    ) async throws -> Int {
        var messages: [Int64] = try await messages(db, work, kind: "user", targets: [work.user])
        if messages.isEmpty, !work.ids.isEmpty {
            messages = try await self.messages(db, work, kind: "installation", targets: work.ids)
        }
        if messages.isEmpty, !work.numbers.isEmpty {
            let tokens: [[UInt8]] = try await db.rows(
                """
                SELECT address FROM endpoint WHERE former \(in: work.numbers) LIMIT \(work.limit)
                """
            ).firstColumn()
            let targets = tokens.compactMap { try? DeviceToken(bytes: $0).redacted }
            if !targets.isEmpty {
                messages = try await self.messages(db, work, kind: "token", targets: targets)
            }
        }
        guard !messages.isEmpty else { return 0 }
        let counts = try await db.runAll([
            """
            DELETE FROM delivery WHERE no IN (SELECT no FROM delivery
                WHERE message \(in: messages) LIMIT \(work.limit))
            """,
            """
            DELETE FROM receipt WHERE no IN (SELECT no FROM receipt
                WHERE message \(in: messages) LIMIT \(work.limit))
            """,
            "DELETE FROM idempotency WHERE message \(in: messages)",
        ])
        let removed = try await db.run(
            """
            DELETE FROM message WHERE no \(in: messages)
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.message = message.no)
                AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.message = message.no)
            """)
        return counts.reduce(removed, +)
    }

    private static func messages(
        _ db: isolated SQLStore.Connection, _ work: Work, kind: String, targets: [String]
    ) async throws -> [Int64] {
        try await db.rows(
            """
            SELECT no FROM message
            WHERE target \(in: targets) AND target_kind = \(kind) AND app = \(work.app)
            ORDER BY no LIMIT \(messagesMax)
            """
        ).firstColumn()
    }

    // MARK: Events

    /// The maximum number of events that one transaction examines.
    private static let eventsMax = 5_000

    /// Removes events that name the user or one of the installations. No index finds events by
    /// these names, so all events are examined in their order, a part in each transaction.
    private static func removeEvents(
        _ db: isolated SQLStore.Connection, _ work: Work, _ progress: inout Progress
    ) async throws {
        let numbers: [Int64] = try await db.rows(
            "SELECT no FROM event WHERE no > \(work.after) ORDER BY no LIMIT \(eventsMax)"
        ).firstColumn()
        if let last = numbers.last {
            func needle(_ key: String, _ value: String) -> String {
                let member = JSONObject([.init(key: key, value: .string(value))])
                let text = JSONWriter.text(.object(member))
                return String(text.dropFirst().dropLast())
            }
            let needles =
                [needle("user", work.user)] + work.ids.map { needle("installation", $0) }
            let table = SQLTable().with("needle", texts: needles)
            let bundleID: String? = try await db.row(
                "SELECT bundle_id FROM app WHERE no = \(work.app)")?.value("bundle_id")
            let position: SQL =
                "\(sqlite: "instr(e.data, r.needle)", postgres: "strpos(e.data, r.needle)")"
            progress.rows += try await db.run(
                """
                DELETE FROM event WHERE no IN (
                    SELECT e.no FROM event e JOIN \(table, as: "r") ON \(position) > 0
                    WHERE e.no > \(work.after) AND e.no <= \(last) AND e.app = \(bundleID))
                """)
            progress.continues = numbers.count == eventsMax
        }
        try await db.run(
            """
            UPDATE erasure SET after = \(progress.continues ? numbers.last ?? 0 : 0)
            WHERE no = \(work.order)
            """)
    }

    // MARK: Installations

    /// Removes the rows that are found by the installations. The installations themselves are
    /// removed last.
    private static func removeRows(
        _ db: isolated SQLStore.Connection, _ work: Work
    ) async throws -> Int {
        let numbers = work.numbers
        let counts = try await db.runAll([
            """
            DELETE FROM receipt WHERE no IN (SELECT no FROM receipt
                WHERE installation_id \(in: work.ids) LIMIT \(work.limit))
            """,
            """
            DELETE FROM delivery WHERE no IN (SELECT no FROM delivery
                WHERE installation \(in: numbers) LIMIT \(work.limit))
            """,
            """
            DELETE FROM endpoint WHERE no IN (SELECT no FROM endpoint
                WHERE former \(in: numbers) LIMIT \(work.limit))
            """,
            """
            DELETE FROM inbox WHERE (installation, number) IN (
                SELECT installation, number FROM inbox
                WHERE installation \(in: numbers) LIMIT \(work.limit))
            """,
            """
            DELETE FROM consent WHERE no IN (SELECT no FROM consent
                WHERE installation \(in: numbers) LIMIT \(work.limit))
            """,
        ])
        // Each of these tables has at most a few hundred rows of an installation.
        let small = try await db.runAll(
            ["tag", "attribute_value", "subscription"].map {
                "DELETE FROM \(text: $0) WHERE installation \(in: numbers)"
            })
        return (counts + small).reduce(0, +)
    }

    /// Removes what belongs to the user and to none of the user's current installations.
    private static func removeRest(
        _ db: isolated SQLStore.Connection, _ work: Work
    ) async throws -> Int {
        try await db.runAll([
            "DELETE FROM alias WHERE app = \(work.app) AND user_id = \(work.user)",
            """
            DELETE FROM consent WHERE no IN (SELECT no FROM consent
                WHERE app = \(work.app) AND user_id = \(work.user) LIMIT \(work.limit))
            """,
            """
            DELETE FROM subscription WHERE (installation, topic) IN (
                SELECT s.installation, s.topic FROM subscription s JOIN topic ON topic.no = s.topic
                WHERE s.user_id = \(work.user) AND topic.app = \(work.app) LIMIT \(work.limit))
            """,
        ]).reduce(0, +)
    }

    // MARK: Audiences

    /// Replaces the user's name in the audiences of campaigns and series, and in segments.
    ///
    /// - Returns: whether all of them were examined.
    private static func clearAudiences(
        _ db: isolated SQLStore.Connection, _ work: Work, after: Int64
    ) async throws -> Bool {
        let other = "erased-\(work.order)"
        let rows = try await db.rows(
            """
            SELECT no, audience, definition FROM campaign
            WHERE app = \(work.app) AND no > \(after) ORDER BY no LIMIT \(campaignsMax)
            """)
        for row in rows {
            let number: Int64 = try row.value("no")
            if let text: String = try row.optional("audience"),
                let changed = try replaced(audience: text, work.user, with: other)
            {
                try await db.run(
                    "UPDATE campaign SET audience = \(changed) WHERE no = \(number)")
            }
            if let text: String = try row.optional("definition"),
                let changed = try CampaignRequest.replacing(work.user, with: other, in: text)
            {
                try await db.run(
                    "UPDATE campaign SET definition = \(changed) WHERE no = \(number)")
            }
        }
        guard let last = rows.last, rows.count == campaignsMax else {
            try await clearSegments(db, work, other)
            try await clearSeries(db, work, other)
            return true
        }
        try await db.run(
            """
            UPDATE erasure SET after = \(-(try last.value("no") as Int64))
            WHERE no = \(work.order)
            """)
        return false
    }

    /// Returns an audience with another name in place of the user; `nil` if the audience does not
    /// name the user.
    private static func replaced(
        audience text: String, _ user: String, with other: String
    ) throws -> String? {
        let found = try? GatewayJSON.decode(AudienceFilter.self, from: Data(text.utf8))
        guard let filter = found else { return nil }
        let replaced = filter.replacing(user: user, installations: [], with: other)
        guard replaced != filter else { return nil }
        return String(decoding: try GatewayJSON.encode(replaced), as: UTF8.self)
    }

    private static func clearSeries(
        _ db: isolated SQLStore.Connection, _ work: Work, _ other: String
    ) async throws {
        let rows = try await db.rows(
            """
            SELECT no, definition FROM campaign_series WHERE app = \(work.app)
            ORDER BY no LIMIT \(GatewayLimits.seriesListedMax)
            """)
        for row in rows {
            let text: String = try row.value("definition")
            guard
                let changed = try CampaignRequest.replacing(work.user, with: other, in: text)
            else { continue }
            try await db.run(
                """
                UPDATE campaign_series SET definition = \(changed)
                WHERE no = \(try row.value("no") as Int64)
                """)
        }
    }

    private static func clearSegments(
        _ db: isolated SQLStore.Connection, _ work: Work, _ other: String
    ) async throws {
        let vocabulary = try await AudienceCondition.reading(db, app: work.app).vocabulary
        let rows = try await db.rows(
            """
            SELECT name, filter FROM segment WHERE app = \(work.app) ORDER BY name
            LIMIT \(GatewayLimits.segmentsPerAppMax)
            """)
        for row in rows {
            let line: String = try row.value("filter")
            guard let filter = try? AudienceParser.filter(line, vocabulary) else { continue }
            let replaced = filter.replacing(user: work.user, installations: [], with: other)
            guard replaced != filter else { continue }
            try await db.run(
                """
                UPDATE segment SET filter = \(replaced.line)
                WHERE app = \(work.app) AND name = \(try row.value("name") as String)
                """)
        }
    }
}
