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

/// Claims deliveries, as steps of one transaction.
enum SQLClaim {
    static func claim(
        _ db: isolated SQLStore.Connection, _ request: ClaimRequest, _ secrets: StoreSecrets
    ) async throws -> ClaimedBatch {
        if let latest = request.latestDue { try await rescue(db, request, latestDue: latest) }
        var claim = ClaimedBatch()
        var room = request.room
        var taken: [Int64] = []
        var lanes: [SendingLane] = []
        for text in try await lanesWithWork(db, now: request.now) {
            if let lane = SendingLane(text) {
                lanes.append(lane)
            } else {
                claim.unreadable += try await SQLUnreadable.setAside(
                    db, lane: text, now: request.now)
            }
        }
        for lane in lanes.sorted(by: { $0.lane < $1.lane }) {
            let limit = room.free(in: lane)
            guard limit > 0 else { continue }
            let numbers = try await take(db, lane, limit: limit, request)
            room.take(numbers.count, in: lane)
            taken += numbers
        }
        try await read(db, taken, into: &claim, now: request.now)
        let ofAPNs = claim.deliveries.filter { $0.foreign == nil }
        try await readCredentials(
            db, Set(ofAPNs.map(\.bundleID)).sorted(), secrets, into: &claim)
        let foreign = claim.deliveries.filter { $0.foreign != nil }.map(\.lane.destination)
        try await SQLProviderCredentials.read(db, Set(foreign), secrets, into: &claim)
        return claim
    }

    /// Makes deliveries due if their due date is later than possible, because the clock was set
    /// back. A delivery that is being sent stays with its worker until the end of the lease.
    private static func rescue(
        _ db: isolated SQLStore.Connection, _ request: ClaimRequest, latestDue: Date
    ) async throws {
        try await db.run(
            """
            UPDATE delivery SET due_at = CASE state
                WHEN 'sending' THEN \(request.leaseUntil.storedMilliseconds)
                ELSE \(request.now.storedMilliseconds) END
            WHERE due_at > \(latestDue.storedMilliseconds)
            """)
    }

    /// Returns the lanes with due deliveries; the lane that has waited longest comes first. The
    /// index contains the open deliveries by lane, so the statement needs two look-ups for each
    /// lane, however many deliveries wait.
    static func lanesWithWork(
        _ db: isolated SQLStore.Connection, now: Date
    ) async throws -> [String] {
        try await db.rows(lanesWithWork(now: now)).firstColumn()
    }

    static func lanesWithWork(now: Date) -> SQL {
        """
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
        SELECT lane FROM due_lane WHERE due_at <= \(now.storedMilliseconds) ORDER BY due_at
        """
    }

    /// Claims the due deliveries of a lane, the earliest first. On PostgreSQL, the statement skips
    /// deliveries that another gateway is claiming at the same time.
    private static func take(
        _ db: isolated SQLStore.Connection, _ lane: SendingLane, limit: Int,
        _ request: ClaimRequest
    ) async throws -> [Int64] {
        try await db.rows(take(lane, limit: limit, request)).firstColumn()
    }

    static func take(_ lane: SendingLane, limit: Int, _ request: ClaimRequest) -> SQL {
        let held = request.held.map(\.description)
        let others: SQL = held.isEmpty ? "" : " AND NOT id \(in: held)"
        return """
            WITH picked AS MATERIALIZED (SELECT no AS picked_no FROM delivery
                WHERE lane = \(lane.description)
                    AND due_at <= \(request.now.storedMilliseconds)\(others)
                ORDER BY due_at LIMIT \(limit)
                \(sqlite: "", postgres: "FOR UPDATE SKIP LOCKED"))
            UPDATE delivery SET state = 'sending', lease_owner = \(request.owner),
                due_at = \(request.leaseUntil.storedMilliseconds), fence = fence + 1,
                attempts = attempts + 1, updated_at = \(request.now.storedMilliseconds)
            FROM picked WHERE no = picked.picked_no RETURNING no
            """
    }

    static func deliveries(_ numbers: [Int64]) -> SQL {
        """
        SELECT d.no, d.id, m.id AS message_id, d.fence, d.attempts, a.bundle_id, m.body, m.topic,
            m.push_type, m.priority, m.collapse_id, m.expiration, m.deadline, e.address,
            e.environment, e.state, e.registered_at, e.transport, e.foreign_address, d.lane,
            m.platforms, m.counts_badge,
            CASE WHEN m.counts_badge = 1 THEN coalesce(
                (SELECT i.badge FROM installation i WHERE i.no = e.installation), 1) END AS badge
        FROM delivery d LEFT JOIN message m ON m.no = d.message
            LEFT JOIN app a ON a.no = m.app LEFT JOIN endpoint e ON e.no = d.endpoint
        WHERE d.no \(in: numbers)
        """
    }

    private static func read(
        _ db: isolated SQLStore.Connection, _ numbers: [Int64], into claim: inout ClaimedBatch,
        now: Date
    ) async throws {
        guard !numbers.isEmpty else { return }
        let places = Dictionary(uniqueKeysWithValues: zip(numbers, numbers.indices))
        let rows = try await db.rows(deliveries(numbers))
        let ordered = try rows.map { (places[try $0.value("no")] ?? 0, $0) }
            .sorted { $0.0 < $1.0 }.map(\.1)
        for row in ordered {
            do { claim.deliveries.append(try delivery(row)) } catch {
                let id: String = try row.value("id")
                claim.unreadable.append(
                    try await SQLUnreadable.setAside(db, delivery: id, because: error, now: now))
            }
        }
    }

    private static func delivery(_ row: SQLRow) throws -> ClaimedDelivery {
        let expiration: Int? = try row.optional("expiration")
        let collapseID: String? = try row.optional("collapse_id")
        let apnsID = try row.apnsID("id")
        var body: [UInt8] = try row.value("body")
        if let badge: Int = try row.optional("badge") {
            body = try SQLBadges.body(body, badge: badge)
        }
        let request = PushRequest(
            deviceToken: try row.deviceToken("address"), body: body,
            topic: Topic(try row.value("topic")), pushType: try row.word("push_type"),
            priority: try row.word("priority") as PushPriority,
            expiration: expiration.map(PushExpiration.init(epochSeconds:)),
            collapseID: try collapseID.map { try CollapseID($0) }, id: apnsID)
        let foreign = try row.foreignAddress()
        var delivery = ClaimedDelivery(
            id: apnsID, messageID: try row.value("message_id"), fence: try row.value("fence"),
            attempt: try row.value("attempts"),
            lane: SendingLane(
                bundleID: try row.value("bundle_id"), environment: try row.word("environment"),
                transport: foreign?.transport ?? .apns,
                lane: SendingLane(try row.value("lane"))?.lane ?? .transactional),
            request: request,
            tokenState: try row.word("state"),
            registeredAt: try row.optionalMoment("registered_at"),
            deadline: try row.moment("deadline"))
        if let foreign {
            delivery.foreign = foreign
            delivery.platforms = PlatformOverrides(bytes: try row.optional("platforms"))
        }
        return delivery
    }

    /// Reads the credentials of apps. An app whose credential cannot be read is handled like an app
    /// without a credential.
    private static func readCredentials(
        _ db: isolated SQLStore.Connection, _ bundleIDs: [String], _ secrets: StoreSecrets,
        into claim: inout ClaimedBatch
    ) async throws {
        for bundleID in bundleIDs {
            do {
                claim.credentials[bundleID] = try await SQLApps.credential(db, bundleID, secrets)
            } catch let error as GatewayStoreError where error.code == .noMasterKey {
                claim.locked.append(bundleID)
            } catch let error as SQLValueError {
                claim.unreadable.append(
                    UnreadableRow(
                        table: "credential", key: bundleID,
                        cause: "\(GatewayStoreError.foreignValue(error.column))"))
            }
        }
    }
}
