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

/// Claims deliveries, as steps of one transaction.
enum SQLClaim {
    static func claim(_ db: Database, _ request: ClaimRequest) throws -> ClaimedBatch {
        if let latest = request.latestDue { try rescue(db, request, latestDue: latest) }
        var claim = ClaimedBatch()
        var room = request.room
        for text in try lanesWithWork(db, now: request.now) {
            guard let lane = SendingLane(text) else {
                claim.unreadable += try SQLUnreadable.setAside(db, lane: text, now: request.now)
                continue
            }
            let limit = room.free(in: lane)
            guard limit > 0 else { continue }
            let ids = try take(db, lane, limit: limit, request)
            room.take(ids.count, in: lane)
            for id in ids { try read(db, id, into: &claim, now: request.now) }
        }
        for bundleID in Set(claim.deliveries.map(\.bundleID)) {
            try readCredential(db, bundleID, into: &claim)
        }
        return claim
    }

    /// Makes due what can only be due so late because the clock was set back since. What is being
    /// sent stays with its worker until the end of the lease.
    private static func rescue(
        _ db: Database, _ request: ClaimRequest, latestDue: Date
    ) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET due_at = CASE state WHEN 'sending' THEN ? ELSE ? END
                WHERE due_at > ?
                """,
            arguments: [
                request.leaseUntil.storedMilliseconds, request.now.storedMilliseconds,
                latestDue.storedMilliseconds,
            ])
    }

    /// The lanes in which something is due, those first that have waited longest. The index holds
    /// the open deliveries by lane, so this takes two look-ups for each lane, however many wait.
    private static func lanesWithWork(_ db: Database, now: Date) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                WITH RECURSIVE open_lane (lane) AS (
                    SELECT min(lane) FROM delivery WHERE due_at IS NOT NULL
                    UNION ALL
                    SELECT (SELECT min(d.lane) FROM delivery d
                        WHERE d.due_at IS NOT NULL AND d.lane > open_lane.lane)
                    FROM open_lane WHERE open_lane.lane IS NOT NULL),
                due_lane (lane, due_at) AS (
                    SELECT lane, (SELECT min(d.due_at) FROM delivery d
                        WHERE d.due_at IS NOT NULL AND d.lane = open_lane.lane)
                    FROM open_lane WHERE lane IS NOT NULL)
                SELECT lane FROM due_lane WHERE due_at <= ? ORDER BY due_at
                """,
            arguments: [now.storedMilliseconds])
    }

    /// The one statement that another database would do differently (with `SKIP LOCKED`).
    private static func take(
        _ db: Database, _ lane: SendingLane, limit: Int, _ request: ClaimRequest
    ) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                UPDATE delivery SET state = 'sending', lease_owner = ?, due_at = ?,
                    fence = fence + 1, attempts = attempts + 1, updated_at = ?
                WHERE id IN (SELECT id FROM delivery
                    WHERE lane = ? AND due_at <= ? ORDER BY due_at LIMIT ?)
                RETURNING id
                """,
            arguments: [
                request.owner, request.leaseUntil.storedMilliseconds,
                request.now.storedMilliseconds, lane.description, request.now.storedMilliseconds,
                limit,
            ])
    }

    private static func read(
        _ db: Database, _ id: String, into claim: inout ClaimedBatch, now: Date
    ) throws {
        do {
            guard let delivery = try delivery(db, id: id) else {
                throw GatewayStoreError.foreignValue("delivery.message_id or token_id")
            }
            claim.deliveries.append(delivery)
        } catch let error as DatabaseError {
            throw error
        } catch {
            claim.unreadable.append(
                try SQLUnreadable.setAside(db, delivery: id, because: error, now: now))
        }
    }

    private static func delivery(_ db: Database, id: String) throws -> ClaimedDelivery? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT d.id, d.message_id, d.fence, d.attempts, m.bundle_id, m.body, m.topic,
                    m.push_type, m.priority, m.collapse_id, m.expiration, m.deadline, t.token,
                    t.environment, t.state, t.registered_at
                FROM delivery d JOIN message m ON m.id = d.message_id
                    JOIN device_token t ON t.id = d.token_id
                WHERE d.id = ?
                """,
            arguments: [id])
        guard let row else { return nil }
        let body: Data = try row.value("body")
        let expiration: Int? = try row.optional("expiration")
        let collapseID: String? = try row.optional("collapse_id")
        let apnsID = try row.apnsID("id")
        let request = PushRequest(
            deviceToken: try row.deviceToken("token"), body: Array(body),
            topic: Topic(try row.value("topic")), pushType: try row.word("push_type"),
            priority: try row.word("priority") as PushPriority,
            expiration: expiration.map(PushExpiration.init(epochSeconds:)),
            collapseID: try collapseID.map { try CollapseID($0) }, id: apnsID)
        return ClaimedDelivery(
            id: apnsID, messageID: try row.value("message_id"), fence: try row.value("fence"),
            attempt: try row.value("attempts"), bundleID: try row.value("bundle_id"),
            environment: try row.word("environment"), request: request,
            tokenState: try row.word("state"),
            registeredAt: try row.optionalMoment("registered_at"),
            deadline: try row.moment("deadline"))
    }

    /// An app whose credential cannot be read is as one that has none.
    private static func readCredential(
        _ db: Database, _ bundleID: String, into claim: inout ClaimedBatch
    ) throws {
        do {
            claim.credentials[bundleID] = try SQLApps.credential(db, bundleID)
        } catch let error as DatabaseError {
            throw error
        } catch {
            claim.unreadable.append(
                UnreadableRow(table: "credential", key: bundleID, cause: "\(error)"))
        }
    }
}
