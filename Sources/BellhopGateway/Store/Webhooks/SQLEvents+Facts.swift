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

// The events of each kind of fact. Each function is a step of the transaction that changes the
// facts, and does little if nobody receives the events.
extension SQLEvents {
    // MARK: Deliveries and messages

    private static let deliveryTypes: [DeliveryState: EventType] = [
        .accepted: .deliveryAccepted, .rejected: .deliveryRejected, .expired: .deliveryExpired,
        .suppressed: .deliverySuppressed, .cancelled: .deliveryCancelled,
    ]

    /// Reports deliveries that have ended in this transaction, and messages that have ended with
    /// them.
    static func ended(
        _ db: isolated SQLStore.Connection, deliveries numbers: [Int64], now: Date
    ) async throws {
        guard !numbers.isEmpty else { return }
        let wanted = try await wanted(db)
        if !wanted.isDisjoint(with: deliveryTypes.values) {
            // A row that cannot be read is reported by the worker, and must not prevent the events
            // of other rows.
            let events = try await db.rows(deliveries(numbers.sorted())).compactMap { row in
                try? delivery(row, now: now)
            }
            try await add(db, events.filter { wanted.contains($0.type) })
        }
        if wanted.contains(.messageCompleted) {
            try await completed(db, deliveries: numbers.sorted(), now: now)
        }
    }

    static func deliveries(_ numbers: [Int64]) -> SQL {
        """
        SELECT d.id, d.state, d.reason, d.status, d.attempts, m.id AS message_id, a.bundle_id,
            e.address, e.environment, e.transport, i.id AS installation_id
        FROM delivery d JOIN message m ON m.no = d.message JOIN app a ON a.no = m.app
            LEFT JOIN endpoint e ON e.no = d.endpoint
            LEFT JOIN installation i ON i.no = d.installation
        WHERE d.no \(in: numbers) ORDER BY d.no
        """
    }

    private static func delivery(_ row: SQLRow, now: Date) throws -> NewEvent? {
        let state: DeliveryState = try row.word("state")
        guard let type = deliveryTypes[state] else { return nil }
        let status: Int? = try row.optional("status")
        let attempts: Int = try row.value("attempts")
        return NewEvent(
            type, app: try row.value("bundle_id"), at: now,
            [
                "delivery": .string(try row.value("id")),
                "message": .string(try row.value("message_id")),
                "installation": try text(row, "installation_id"),
                "token": try token(row), "environment": try text(row, "environment"),
                "transport": try transport(row), "reason": try text(row, "reason"),
                "status": status.map { .number(JSONNumber($0)) },
                "attempts": .number(JSONNumber(attempts)),
            ])
    }

    private static func completed(
        _ db: isolated SQLStore.Connection, deliveries numbers: [Int64], now: Date
    ) async throws {
        let messages: [Int64] = try await db.rows(
            "SELECT DISTINCT message FROM delivery WHERE no \(in: numbers) ORDER BY message"
        ).firstColumn()
        if db.dialect == .postgres {
            // With this lock, two transactions that end the last two deliveries of a message see
            // each other's changes.
            try await db.run(
                """
                SELECT no FROM message WHERE no \(in: messages) ORDER BY no FOR NO KEY UPDATE
                """)
        }
        let rows = try await db.rows(completed(messages))
        var counts: [String: [(String, Int)]] = [:]
        var apps: [String: String] = [:]
        for row in rows {
            let id: String = try row.value("id")
            counts[id, default: []].append((try row.value("state"), try row.value("n")))
            apps[id] = try row.value("bundle_id")
        }
        try await add(
            db,
            counts.sorted { $0.key < $1.key }.map { id, counts in
                let states = counts.sorted { $0.0 < $1.0 }.map {
                    JSONObject.Member(key: $0.0, value: .number(JSONNumber($0.1)))
                }
                return NewEvent(
                    .messageCompleted, app: apps[id] ?? "", at: now,
                    [
                        "message": .string(id),
                        "deliveries": .number(JSONNumber(counts.reduce(0) { $0 + $1.1 })),
                        "states": .object(JSONObject(states)),
                    ])
            })
    }

    static func completed(_ messages: [Int64]) -> SQL {
        """
        SELECT m.id, a.bundle_id, d.state, count(*) AS n
        FROM message m JOIN app a ON a.no = m.app JOIN delivery d ON d.message = m.no
        WHERE m.no \(in: messages) AND NOT EXISTS (SELECT 1 FROM delivery o
            WHERE o.message = m.no AND o.due_at IS NOT NULL)
        GROUP BY m.id, a.bundle_id, d.state
        """
    }

    // MARK: Tokens and installations

    /// Reports tokens that have died in this transaction.
    static func died(
        _ db: isolated SQLStore.Connection, endpoints: [Int64], now: Date
    ) async throws {
        guard !endpoints.isEmpty, try await wanted(db).contains(.tokenDead) else { return }
        let rows = try await db.rows(
            """
            SELECT e.address, e.environment, e.transport, e.family, e.reason, a.bundle_id,
                i.id AS installation_id
            FROM endpoint e JOIN app a ON a.no = e.app
                LEFT JOIN installation i ON i.no = e.installation
            WHERE e.no \(in: endpoints.sorted()) ORDER BY e.no
            """)
        try await add(
            db,
            rows.map { row in
                NewEvent(
                    .tokenDead, app: try row.value("bundle_id"), at: now,
                    [
                        "installation": try text(row, "installation_id"),
                        "token": try token(row), "environment": try text(row, "environment"),
                        "transport": try transport(row), "family": try text(row, "family"),
                        "reason": try text(row, "reason"),
                    ])
            })
    }

    /// Reports an installation that is about to be deleted.
    static func deleting(
        _ db: isolated SQLStore.Connection, installation: Int64, now: Date
    ) async throws {
        guard try await wanted(db).contains(.installationDeleted) else { return }
        let row = try await db.row(
            """
            SELECT i.id, i.user_id, a.bundle_id FROM installation i JOIN app a ON a.no = i.app
            WHERE i.no = \(installation)
            """)
        guard let row else { return }
        try await add(
            db,
            [
                NewEvent(
                    .installationDeleted, app: try row.value("bundle_id"), at: now,
                    [
                        "installation": .string(try row.value("id")),
                        "user": try text(row, "user_id"),
                    ])
            ])
    }

    // MARK: Receipts

    /// Reports receipts that were stored in this transaction.
    static func received(
        _ db: isolated SQLStore.Connection,
        _ receipts: [(installationID: String, receipt: Receipt)], now: Date
    ) async throws {
        guard !receipts.isEmpty, try await wanted(db).contains(.receiptReceived) else { return }
        let ids = Set(receipts.map(\.installationID)).sorted()
        var apps: [String: String] = [:]
        for row in try await db.rows(
            """
            SELECT i.id, a.bundle_id FROM installation i JOIN app a ON a.no = i.app
            WHERE i.id \(in: ids)
            """)
        {
            apps[try row.value("id")] = try row.value("bundle_id")
        }
        try await add(
            db,
            receipts.compactMap { id, receipt in
                guard let app = apps[id] else { return nil }
                return NewEvent(
                    .receiptReceived, app: app, at: now,
                    [
                        "message": .string(receipt.message.lowercased()),
                        "installation": .string(id),
                        "event": .string(receipt.event.rawValue),
                        "action": receipt.action.map { .string($0) }, "at": .time(receipt.at),
                    ])
            })
    }

    // MARK: Campaigns

    /// Reports the current states of campaigns, which have changed in this transaction.
    ///
    /// - Parameter event: the event, if its name differs from that of the state.
    static func changed(
        _ db: isolated SQLStore.Connection, campaigns: [Campaign.Number], now: Date,
        as event: EventType? = nil
    ) async throws {
        guard !campaigns.isEmpty else { return }
        let wanted = try await wanted(db)
        guard wanted.contains(where: { $0.rawValue.hasPrefix("campaign.") }) else { return }
        let rows = try await db.rows(
            """
            SELECT c.no, c.id, c.state, c.stop_reason, a.bundle_id
            FROM campaign c JOIN app a ON a.no = c.app WHERE c.no \(in: campaigns.sorted())
            ORDER BY c.no
            """)
        for row in rows {
            let state: String = try row.value("state")
            guard let type = event ?? EventType(rawValue: "campaign." + state),
                wanted.contains(type)
            else { continue }
            let sums = try await SQLCampaigns.totals(db, of: try row.value("no"))
            let reason = try text(row, "stop_reason")
            try await add(
                db,
                [
                    NewEvent(
                        type, app: try row.value("bundle_id"), at: now,
                        [
                            "campaign": .string(try row.value("id")), "state": .string(state),
                            "stop_reason": type == .campaignStopped ? reason : nil,
                            "totals": totals(sums), "reasons": reasons(sums),
                        ])
                ])
        }
    }

    private static func totals(_ sums: OutcomeSums) -> JSONValue {
        let kinds: [OutcomeCode.Kind] = [
            .accepted, .rejected, .expired, .suppressed, .cancelled, .retrying,
        ]
        return .object(
            JSONObject(
                kinds.map {
                    .init(key: $0.name, value: .number(JSONNumber(sums.count(of: $0))))
                }))
    }

    /// The maximum number of reasons in one event; the most frequent ones are named.
    private static let reasonsMax = 50

    private static func reasons(_ sums: OutcomeSums) -> JSONValue {
        let entries = sums.entries.filter { $0.code.kind != .accepted && $0.count > 0 }
            .sorted { $0.count > $1.count }
        return .array(
            entries.prefix(reasonsMax).map { entry in
                [
                    "outcome": .string(entry.code.kind.name),
                    "reason": .string(entry.code.reason),
                    "count": .number(JSONNumber(entry.count)),
                ]
            })
    }

    // MARK: Values

    private static func text(_ row: SQLRow, _ column: String) throws -> JSONValue? {
        let text: String? = try row.optional(column)
        return text.map { .string($0) }
    }

    /// Returns the transport; `nil` for APNs.
    private static func transport(_ row: SQLRow) throws -> JSONValue? {
        let name: String? = try row.optional("transport")
        return name == nil || name == PushTransport.apns.rawValue ? nil : name.map { .string($0) }
    }

    /// Returns the fingerprint of a device token.
    private static func token(_ row: SQLRow) throws -> JSONValue? {
        guard row["address"]?.isNull == false else { return nil }
        return .string(try row.deviceToken("address").redacted)
    }
}
