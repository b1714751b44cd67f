// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the messages and receipts of a user for an export, page by page.
struct SQLUserExport: Sendable {
    /// A message that was sent to the user, to one of the installations or to one of their tokens.
    struct Message: Encodable, Sendable {
        /// One delivery of the message.
        struct Delivery: Encodable, Sendable {
            let id: String
            let installation: String?
            let state: String
            let reason: String?
            let attempts: Int
            let updatedAt: Date

            private enum CodingKeys: String, CodingKey {
                case id, installation, state, reason, attempts
                case updatedAt = "updated_at"
            }
        }

        let id: String
        let sentAt: Date
        /// What the message was addressed to: `user`, `installation` or `token`.
        let addressedTo: String
        let payload: JSONValue?
        var deliveries: [Delivery] = []

        private enum CodingKeys: String, CodingKey {
            case id
            case sentAt = "sent_at"
            case addressedTo = "addressed_to"
            case payload, deliveries
        }
    }

    /// A report of one of the installations.
    struct Receipt: Encodable, Sendable {
        let message: String?
        let campaign: String?
        let installation: String
        let event: String
        let action: String?
        let at: Date
        let receivedAt: Date

        private enum CodingKeys: String, CodingKey {
            case message, campaign, installation, event, action, at
            case receivedAt = "received_at"
        }
    }

    /// The maximum number of messages or receipts that are read at once.
    static let pageMax = 200
    /// The maximum number of deliveries of a message in the export.
    private static let deliveriesMax = 1_000

    let store: SQLStore
    let app: Int64
    let user: String
    private let ids: [String]
    private let targets: [String]

    /// Finds the user's installations.
    static func find(
        _ user: String, app bundleID: String, in store: SQLStore
    ) async throws -> SQLUserExport? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            let rows = try await db.rows(
                """
                SELECT no, id FROM installation WHERE app = \(app) AND user_id = \(user)
                ORDER BY no LIMIT \(GatewayLimits.installationsPerUserMax)
                """)
            let numbers: [Int64] = try rows.map { try $0.value("no") }
            let ids: [String] = try rows.map { try $0.value("id") }
            let tokens: [[UInt8]] = try await db.rows(
                """
                SELECT address FROM endpoint WHERE installation \(in: numbers)
                UNION SELECT address FROM endpoint WHERE former \(in: numbers)
                """
            ).firstColumn()
            let names = tokens.compactMap { try? DeviceToken(bytes: $0).redacted }
            return SQLUserExport(
                store: store, app: app, user: user, ids: ids, targets: [user] + ids + names)
        }
    }

    /// Returns the next messages, and the number after which to continue; `nil` at the end.
    func messages(after: Int64) async throws -> (page: [Message], next: Int64?) {
        try await store.read { [self] db in
            let rows = try await db.rows(
                """
                SELECT no, id, created_at, target_kind, body FROM message
                WHERE target \(in: targets) AND app = \(app) AND no > \(after)
                    AND (target_kind = 'user' AND target = \(user)
                        OR target_kind = 'installation' AND target \(in: ids)
                        OR target_kind = 'token')
                ORDER BY no LIMIT \(Self.pageMax)
                """)
            var messages: [Message] = []
            for row in rows {
                let body: [UInt8] = try row.value("body")
                var message = Message(
                    id: try row.value("id"), sentAt: try row.moment("created_at"),
                    addressedTo: try row.value("target_kind"),
                    payload: (try? JSONReader.read(body))?.value)
                message.deliveries = try await deliveries(db, try row.value("no"))
                messages.append(message)
            }
            let next: Int64? =
                rows.count == Self.pageMax ? try rows.last?.value("no") : nil
            return (messages, next)
        }
    }

    private func deliveries(
        _ db: isolated SQLStore.Connection, _ message: Int64
    ) async throws -> [Message.Delivery] {
        try await db.rows(
            """
            SELECT d.id, i.id AS installation_id, d.state, d.reason, d.attempts, d.updated_at
            FROM delivery d LEFT JOIN installation i ON i.no = d.installation
            WHERE d.message = \(message) ORDER BY d.no LIMIT \(Self.deliveriesMax)
            """
        ).map { row in
            Message.Delivery(
                id: try row.value("id"), installation: try row.optional("installation_id"),
                state: try row.value("state"), reason: try row.optional("reason"),
                attempts: try row.value("attempts"), updatedAt: try row.moment("updated_at"))
        }
    }

    /// Returns the next receipts, and the number after which to continue; `nil` at the end.
    func receipts(after: Int64) async throws -> (page: [Receipt], next: Int64?) {
        try await store.read { [self] db in
            let rows = try await db.rows(
                """
                SELECT r.no, r.installation_id, r.event, r.action, r.at, r.received_at,
                    m.id AS message_id, c.id AS campaign_id
                FROM receipt r LEFT JOIN message m ON m.no = r.message
                    LEFT JOIN campaign c ON c.no = -r.message
                WHERE r.installation_id \(in: ids) AND r.no > \(after)
                ORDER BY r.no LIMIT \(Self.pageMax)
                """)
            let receipts = try rows.map { row in
                let action: String = try row.value("action")
                return Receipt(
                    message: try row.optional("message_id"),
                    campaign: try row.optional("campaign_id"),
                    installation: try row.value("installation_id"),
                    event: try row.value("event"), action: action.isEmpty ? nil : action,
                    at: try row.moment("at"), receivedAt: try row.moment("received_at"))
            }
            let next: Int64? =
                rows.count == Self.pageMax ? try rows.last?.value("no") : nil
            return (receipts, next)
        }
    }
}
