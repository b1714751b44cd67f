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

/// Stores a message with its deliveries, as steps of one transaction.
enum SQLAcceptance {
    /// A token to which a message goes.
    private struct Recipient {
        let endpoint: Int64
        let token: DeviceToken
        let environment: APNSEnvironment
        var transport = PushTransport.apns
        let installation: Int64?
        let state: TokenState
        /// Whether the person allows what the message shows.
        var consents = true
        /// Whether nothing is sent for the app, because another sender does.
        var isShadow = false

        /// The reason for which the message is not sent to the token; `nil` if it is sent.
        var suppression: String? {
            if !state.isUsable { return DeliveryPolicy.suppressionReason(state) }
            if !consents { return OutcomeCode.Reason.noConsent }
            return isShadow ? OutcomeCode.Reason.shadow : nil
        }
    }

    /// - Parameter due: the time at which the deliveries are due, by the clock that decides what is
    ///   due.
    static func accept(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, now: Date, due: Date
    ) async throws -> AcceptOutcome {
        if let idempotency = message.idempotency {
            try await SQLIdempotency.lock(db, idempotency)
            if let outcome = try await earlierOutcome(db, idempotency, now: now) { return outcome }
        }
        guard let (app, isShadow) = try await SQLApps.sending(db, message.bundleID) else {
            return .noTargets(families: [])
        }
        var recipients = try await recipients(db, message, app: app, now: now)
        if isShadow { for index in recipients.indices { recipients[index].isShadow = true } }
        guard !recipients.isEmpty else {
            return .noTargets(families: try await otherFamilies(db, message, app: app))
        }
        guard recipients.count <= message.deliveriesMax else { return .tooMany }
        let number = try await insert(db, message, app: app, now: now)
        try await insert(db, message, number, recipients, now: now, due: due)
        let installations = Set(recipients.compactMap(\.installation)).sorted()
        if message.countsBadge {
            try await SQLBadges.count(
                db, recipients.filter { $0.suppression == nil }.compactMap(\.installation))
        }
        // The app gets the message from the other sender, so it is in no inbox.
        if !isShadow {
            try await SQLInbox.add(db, message: number, installations: installations, now: now)
        }
        if let idempotency = message.idempotency {
            try await SQLIdempotency.store(db, idempotency, .message(number), now: now)
        }
        if recipients.contains(where: { !$0.state.isUsable }) {
            let ended: [Int64] = try await db.rows(
                "SELECT no FROM delivery WHERE message = \(number) AND state = 'suppressed'"
            ).firstColumn()
            try await SQLEvents.ended(db, deliveries: ended, now: now)
        }
        if let urgency = message.urgency {
            try await SQLUrgencyCounts.count(db, app: app, urgency, recipients.count, now: now)
        }
        return .accepted
    }

    static func earlierOutcome(
        _ db: isolated SQLStore.Connection, _ idempotency: Idempotency, now: Date
    ) async throws -> AcceptOutcome? {
        switch try await SQLIdempotency.earlier(db, idempotency, now: now) {
        case .message(let id): .replayed(messageID: id)
        case .campaign, .otherRequest: .keyReused
        case nil: nil
        }
    }

    /// Returns a condition for the installations of a target; `nil` if the target is a token.
    private static func condition(_ target: MessageTarget, app: Int64) -> SQL? {
        switch target {
        case .user(let user): "i.app = \(app) AND i.user_id = \(user)"
        case .installation(let id): "i.app = \(app) AND i.id = \(id)"
        case .token: nil
        }
    }

    /// Returns the tokens to which a message goes, at most one more than permitted.
    ///
    /// On PostgreSQL, the installations and then the tokens are locked. So a simultaneous
    /// registration either ends first, and its changes are visible here, or begins later and finds
    /// the deliveries that are queued here.
    private static func recipients(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, app: Int64, now: Date
    ) async throws -> [Recipient] {
        guard let condition = condition(message.target, app: app) else {
            guard case .token(let token, let environment) = message.target else { return [] }
            return [
                try await ensureToken(
                    db, token, environment, message, app: app, now: now)
            ]
        }
        if db.dialect == .postgres {
            try await db.run(
                """
                SELECT i.no FROM installation i WHERE \(condition) ORDER BY i.no
                FOR NO KEY UPDATE
                """)
        }
        var statement: SQL = """
            SELECT e.no, e.address, e.environment, e.transport, e.installation, e.state,
                \(consents(to: message)) AS consents
            FROM installation i JOIN endpoint e ON e.installation = i.no
            WHERE \(condition) AND e.family \(in: message.tokens.families.map(\.rawValue))
                AND \(SQLTransports.preferred("e"))
            """
        if let type = message.tokens.attributesType {
            statement += " AND (e.attributes_type IS NULL OR e.attributes_type = \(type))"
        }
        if let activity = message.tokens.activity {
            statement += " AND e.activity = \(activity)"
        }
        statement += " ORDER BY e.no LIMIT \(message.deliveriesMax + 1)"
        statement += "\(sqlite: "", postgres: " FOR SHARE OF e")"
        return try await db.rows(statement).map(recipient)
    }

    /// Returns the value that says whether an installation `i` gets a message. Only alerts need the
    /// permission; an app gets background pushes and updates of Live Activities without it.
    private static func consents(to message: NewMessage) -> SQL {
        message.pushType == .alert ? SQLCampaigns.consents : "1"
    }

    /// Returns the families of the target's tokens.
    private static func otherFamilies(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, app: Int64
    ) async throws -> [TokenFamily] {
        guard let condition = condition(message.target, app: app) else { return [] }
        return try await db.rows(
            """
            SELECT DISTINCT e.family FROM installation i JOIN endpoint e ON e.installation = i.no
            WHERE \(condition) ORDER BY e.family
            """
        ).map { try $0.word("family") }
    }

    private static func recipient(_ row: SQLRow) throws -> Recipient {
        Recipient(
            endpoint: try row.value("no"), token: try row.deviceToken("address"),
            environment: try row.word("environment"),
            transport: row["transport"] == nil ? .apns : try row.word("transport"),
            installation: try row.optional("installation"), state: try row.word("state"),
            consents: row["consents"] == nil ? true : try row.value("consents"))
    }

    /// Returns the row of a token that is the target itself. If there is no such row, a row is
    /// created that belongs to no installation.
    private static func ensureToken(
        _ db: isolated SQLStore.Connection, _ token: DeviceToken, _ environment: APNSEnvironment,
        _ message: NewMessage, app: Int64, now: Date
    ) async throws -> Recipient {
        try await db.run(
            """
            INSERT INTO endpoint (app, environment, address, family, state, unused_since)
            VALUES (\(app), \(environment.rawValue), \(token.bytes),
                \(message.pushType.traits.tokenFamily.rawValue), 'active',
                \(now.storedMilliseconds))
            ON CONFLICT (address, app, environment) DO UPDATE
                SET unused_since = excluded.unused_since WHERE endpoint.unused_since IS NOT NULL
            """)
        let row = try await db.row(
            """
            SELECT no, address, environment, installation, state FROM endpoint
            WHERE address = \(token.bytes) AND app = \(app)
                AND environment = \(environment.rawValue)
            \(sqlite: "", postgres: "FOR SHARE")
            """)
        guard let row else { throw SQLValueError(column: "endpoint.address") }
        return try recipient(row)
    }

    private static func insert(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, app: Int64, now: Date
    ) async throws -> Int64 {
        let (kind, target) =
            switch message.target {
            case .user(let user): ("user", user)
            case .installation(let id): ("installation", id)
            case .token(let token, _): ("token", token.redacted)
            }
        let row = try await db.row(
            """
            INSERT INTO message (id, app, target_kind, target, body, topic, push_type, priority,
                collapse_id, expiration, deadline, created_at, carries_id, counts_badge,
                platforms)
            VALUES (\(message.id), \(app), \(kind), \(target), \(message.body),
                \(message.topic.text), \(message.pushType.rawValue),
                \(message.priority.rawValue), \(message.collapseID?.text),
                \(message.expiration?.epochSeconds), \(message.deadline.storedMilliseconds),
                \(now.storedMilliseconds), \(message.carriesID), \(message.countsBadge),
                \(message.platforms.bytes))
            RETURNING no
            """)
        guard let row else { throw SQLValueError(column: "message.no") }
        return try row.value("no")
    }

    private static func insert(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, _ number: Int64,
        _ recipients: [Recipient], now: Date, due: Date
    ) async throws {
        let moment = now.storedMilliseconds
        let dueMoment = due.storedMilliseconds
        let chosen = try await chosenID(db, message, recipients)
        // Nothing is sent to a token that is dead, was replaced or was removed, and no alert to an
        // installation where the person has denied notifications.
        let table = SQLTable()
            .with(
                "id",
                texts: recipients.map {
                    (chosen
                        ?? DeliveryID.make(
                            messageID: message.id, token: $0.token, environment: $0.environment
                        )).text
                }
            )
            .with("endpoint", integers: recipients.map(\.endpoint))
            .with("installation", integers: recipients.map(\.installation))
            .with(
                "state", texts: recipients.map { $0.suppression == nil ? "queued" : "suppressed" }
            )
            .with("reason", texts: recipients.map(\.suppression))
            .with("due_at", integers: recipients.map { $0.suppression == nil ? dueMoment : nil })
            .with(
                "lane",
                texts: recipients.map {
                    SendingLane(
                        bundleID: message.bundleID, environment: $0.environment,
                        transport: $0.transport, lane: message.lane
                    ).description
                })
        try await db.run(
            """
            INSERT INTO delivery (id, message, endpoint, installation, state, reason, attempts,
                due_at, fence, created_at, updated_at, lane)
            SELECT r.id, \(number), r.endpoint, r.installation, r.state, r.reason, 0, r.due_at, 0,
                \(moment), \(moment), r.lane
            FROM \(table, as: "r")
            """)
    }

    /// Returns the identifier that the sender has chosen for the only delivery; `nil` if the sender
    /// has chosen none, or one that another delivery has.
    private static func chosenID(
        _ db: isolated SQLStore.Connection, _ message: NewMessage, _ recipients: [Recipient]
    ) async throws -> APNSID? {
        guard let id = message.deliveryID, recipients.count == 1 else { return nil }
        let other = try await db.row("SELECT no FROM delivery WHERE id = \(id.text)")
        return other == nil ? id : nil
    }
}
