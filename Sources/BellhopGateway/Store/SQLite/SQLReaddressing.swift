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

/// Keeps queued deliveries with the person and device they are for when tokens change hands.
///
/// Only what is queued is touched: what is on its way to APNs comes back here when it has to be
/// tried again.
enum SQLReaddressing {
    /// Gives what is queued for one token to another: a new delivery with its own identifier each,
    /// and the old one is cancelled.
    ///
    /// When a token comes back that was replaced before, its own delivery is taken up again: it is
    /// the one delivery that may leave its last state, or the message would be lost.
    static func moveQueued(_ db: Database, from old: Int64, to new: Int64, now: Date) throws {
        let target = try Row.fetchOne(
            db,
            sql: """
                SELECT token, bundle_id, environment, installation_id FROM device_token WHERE id = ?
                """,
            arguments: [new])
        guard let target else { throw GatewayStoreError.foreignValue("device_token.id") }
        let token = try target.deviceToken("token")
        let environment: APNSEnvironment = try target.word("environment")
        let installationID: String? = try target.optional("installation_id")
        let lane = SendingLane(
            bundleID: try target.value("bundle_id"), environment: environment)
        let queued = try Row.fetchAll(
            db,
            sql: """
                SELECT id, message_id, due_at FROM delivery
                WHERE token_id = ? AND state = 'queued'
                """,
            arguments: [old])
        for row in queued {
            let messageID: String = try row.value("message_id")
            let id = DeliveryID.make(messageID: messageID, token: token, environment: environment)
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'cancelled', reason = 'token_replaced',
                        due_at = NULL, updated_at = ? WHERE id = ?
                    """,
                arguments: [now.storedMilliseconds, try row.value("id") as String])
            try db.execute(
                sql: """
                    INSERT INTO delivery (id, message_id, token_id, installation_id, state,
                        attempts, due_at, fence, created_at, updated_at, lane)
                    VALUES (?, ?, ?, ?, 'queued', 0, ?, 0, ?, ?, ?)
                    ON CONFLICT (message_id, token_id) DO UPDATE SET state = 'queued',
                        reason = NULL, due_at = excluded.due_at, updated_at = excluded.updated_at
                    WHERE delivery.state = 'cancelled' AND delivery.reason = 'token_replaced'
                    """,
                arguments: [
                    id.text, messageID, new, installationID, try row.value("due_at") as Int64,
                    now.storedMilliseconds, now.storedMilliseconds, lane.description,
                ])
            if let installationID {
                try SQLInbox.add(
                    db, messageID: messageID, installationID: installationID, now: now)
            }
        }
    }

    /// Cancels what is queued for a token on behalf of somebody whose device it no longer is.
    static func withdrawMisaddressed(_ db: Database, tokenID: Int64, now: Date) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'cancelled', reason = 'token_moved', due_at = NULL,
                    updated_at = ?1
                WHERE token_id = ?2 AND state = 'queued'
                    AND message_id IN (
                        SELECT m.id FROM message m
                        JOIN device_token t ON t.id = ?2
                        LEFT JOIN installation i ON i.id = t.installation_id
                        WHERE m.target_kind = 'user'
                                AND (i.user_id IS NULL OR i.user_id <> m.target)
                            OR m.target_kind = 'installation'
                                AND (i.id IS NULL OR i.id <> m.target))
                """,
            arguments: [now.storedMilliseconds, tokenID])
    }

    /// Puts a delivery that came back where it belongs, if its token changed while it was on its
    /// way.
    static func settle(_ db: Database, tokenID: Int64, now: Date) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT state, reason, replaced_by FROM device_token WHERE id = ?",
            arguments: [tokenID])
        guard let row else { return }
        let state: TokenState = try row.word("state")
        switch state {
        case .replaced:
            guard let successor: Int64 = try row.optional("replaced_by") else { return }
            try moveQueued(db, from: tokenID, to: successor, now: now)
            // The successor may have been replaced meanwhile, or belong to somebody else by now.
            try settle(db, tokenID: successor, now: now)
        case .removed:
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'cancelled', reason = ?, due_at = NULL,
                        updated_at = ?
                    WHERE token_id = ? AND state = 'queued'
                    """,
                arguments: [
                    try row.optional("reason") ?? "installation_deleted", now.storedMilliseconds,
                    tokenID,
                ])
        case .active, .suspect, .dead:
            try withdrawMisaddressed(db, tokenID: tokenID, now: now)
        }
    }
}
