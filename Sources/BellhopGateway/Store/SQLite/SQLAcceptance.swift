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

/// Stores a message with its deliveries, as steps of one transaction.
enum SQLAcceptance {
    /// One token that a message is for.
    private struct Recipient {
        let tokenID: Int64
        let token: DeviceToken
        let environment: APNSEnvironment
        let installationID: String?
        let state: TokenState
    }

    static func accept(_ db: Database, _ message: NewMessage, now: Date) throws -> AcceptOutcome {
        if let idempotency = message.idempotency {
            try db.execute(
                sql: "DELETE FROM idempotency WHERE created_at < ?", arguments: [oldestKey(now)])
            if let outcome = try earlierOutcome(db, idempotency, now: now) { return outcome }
        }
        let found = try recipients(db, message, now: now)
        guard !found.fitting.isEmpty else { return .noTargets(families: found.otherFamilies) }
        guard found.fitting.count <= message.deliveriesMax else { return .tooMany }
        try insert(db, message, now: now)
        for recipient in found.fitting { try insert(db, message, recipient, now: now) }
        try SQLInbox.purge(db, now: now)
        for id in found.fitting.compactMap(\.installationID) {
            try SQLInbox.add(db, messageID: message.id, installationID: id, now: now)
        }
        if let idempotency = message.idempotency {
            try db.execute(
                sql: """
                    INSERT INTO idempotency (scope, key, fingerprint, message_id, created_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    idempotency.scope, idempotency.key, idempotency.fingerprint, message.id,
                    now.storedMilliseconds,
                ])
        }
        return .accepted
    }

    static func earlierOutcome(
        _ db: Database, _ idempotency: Idempotency, now: Date
    ) throws -> AcceptOutcome? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT fingerprint, message_id FROM idempotency
                WHERE scope = ? AND key = ? AND created_at >= ?
                """,
            arguments: [idempotency.scope, idempotency.key, oldestKey(now)])
        guard let row else { return nil }
        guard try row.value("fingerprint") == idempotency.fingerprint else { return .keyReused }
        return .replayed(messageID: try row.value("message_id"))
    }

    /// Keys from before this moment are forgotten.
    private static func oldestKey(_ now: Date) -> Int64 {
        now.addingTimeInterval(-Double(GatewayLimits.idempotencyKeySecondsMax)).storedMilliseconds
    }

    /// The tokens a message is for, one more than allowed at most, and the families that do not
    /// take it.
    private static func recipients(
        _ db: Database, _ message: NewMessage, now: Date
    ) throws -> (fitting: [Recipient], otherFamilies: [TokenFamily]) {
        if case .token(let token, let environment) = message.target {
            return (try [ensureToken(db, token, environment, message)], [])
        }
        var sql = """
            SELECT t.id, t.token, t.environment, t.installation_id, t.state, t.family,
                t.attributes_type, t.activity
            FROM device_token t JOIN installation i ON i.id = t.installation_id
            WHERE i.bundle_id = ?
            """
        var arguments: StatementArguments = [message.bundleID]
        switch message.target {
        case .user(let user):
            sql += " AND i.user_id = ?"
            arguments += [user]
        case .installation(let id):
            sql += " AND i.id = ?"
            arguments += [id]
        case .token: break
        }
        var fitting: [Recipient] = []
        var others: Set<TokenFamily> = []
        let cursor = try Row.fetchCursor(db, sql: sql + " ORDER BY t.id", arguments: arguments)
        while fitting.count <= message.deliveriesMax, let row = try cursor.next() {
            let name = try SQLInstallations.name(row)
            guard message.tokens.takes(name) else {
                others.insert(name.family)
                continue
            }
            fitting.append(try recipient(row))
        }
        return (fitting, others.sorted { $0.rawValue < $1.rawValue })
    }

    private static func recipient(_ row: Row) throws -> Recipient {
        Recipient(
            tokenID: try row.value("id"), token: try row.deviceToken("token"),
            environment: try row.word("environment"),
            installationID: try row.optional("installation_id"), state: try row.word("state"))
    }

    /// The row of a token that was named directly; a new one that belongs to no installation if
    /// need be.
    private static func ensureToken(
        _ db: Database, _ token: DeviceToken, _ environment: APNSEnvironment, _ message: NewMessage
    ) throws -> Recipient {
        try db.execute(
            sql: """
                INSERT INTO device_token (bundle_id, environment, token, family, state)
                VALUES (?, ?, ?, ?, 'active') ON CONFLICT DO NOTHING
                """,
            arguments: [
                message.bundleID, environment.rawValue, token.hex,
                message.pushType.traits.tokenFamily.rawValue,
            ])
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT id, token, environment, installation_id, state FROM device_token
                WHERE token = ? AND bundle_id = ? AND environment = ?
                """,
            arguments: [token.hex, message.bundleID, environment.rawValue])
        guard let row else { throw GatewayStoreError.foreignValue("device_token.token") }
        return try recipient(row)
    }

    private static func insert(_ db: Database, _ message: NewMessage, now: Date) throws {
        let (kind, target) =
            switch message.target {
            case .user(let user): ("user", user)
            case .installation(let id): ("installation", id)
            case .token(let token, _): ("token", token.redacted)
            }
        try db.execute(
            sql: """
                INSERT INTO message (id, bundle_id, target_kind, target, body, topic, push_type,
                    priority, collapse_id, expiration, deadline, created_at, carries_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                message.id, message.bundleID, kind, target, Data(message.body), message.topic.text,
                message.pushType.rawValue, message.priority.rawValue, message.collapseID?.text,
                message.expiration?.epochSeconds, message.deadline.storedMilliseconds,
                now.storedMilliseconds, message.carriesID,
            ])
    }

    private static func insert(
        _ db: Database, _ message: NewMessage, _ recipient: Recipient, now: Date
    ) throws {
        let id = DeliveryID.make(
            messageID: message.id, token: recipient.token, environment: recipient.environment)
        // A token that its owner gave up or that APNs called dead gets nothing more.
        let isUsable = recipient.state.isUsable
        try db.execute(
            sql: """
                INSERT INTO delivery (id, message_id, token_id, installation_id, state, reason,
                    attempts, due_at, fence, created_at, updated_at, lane)
                VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?)
                """,
            arguments: [
                id.text, message.id, recipient.tokenID, recipient.installationID,
                isUsable ? "queued" : "suppressed",
                isUsable ? nil : DeliveryPolicy.suppressionReason(recipient.state),
                isUsable ? now.storedMilliseconds : nil, now.storedMilliseconds,
                now.storedMilliseconds,
                SendingLane(bundleID: message.bundleID, environment: recipient.environment)
                    .description,
            ])
    }
}
