// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Webhooks in the gateway's database.
struct SQLWebhookStore: Sendable {
    let store: SQLStore

    /// The identifier of the row whose events are written to the gateway's own file.
    static let fileID = "file"

    // MARK: People's decisions

    /// Stores a webhook, which gets the events from now on.
    ///
    /// - Returns: `nil` if there are too many webhooks.
    func create(
        _ request: WebhookRequest, id: String, secret: WebhookSecret, now: Date
    ) async throws -> StoredWebhook? {
        try await store.write { [secrets = store.secrets] db in
            try await db.lock(["webhooks"])
            let count: Int =
                try await db.row("SELECT count(*) AS n FROM webhook WHERE url IS NOT NULL")?
                .value("n") ?? 0
            guard count < GatewayLimits.webhooksMax else { return nil }
            let sealed = try await secrets.seal(db, secret.text, at: .webhookSecret(id))
            // Events without a number may be older than the webhook, so they get their numbers
            // before it begins.
            try await SQLEvents.number(db)
            try await db.run(
                """
                INSERT INTO webhook (id, url, description, events, apps, secret, batch_size,
                    is_enabled, disabled_reason, created_at, position)
                VALUES (\(id), \(request.url), \(request.description),
                    \(request.events.joined(separator: " ")),
                    \(request.apps.joined(separator: " ")), \(sealed), \(request.batchSize),
                    \(request.isEnabled), \(Self.reason(request)), \(now.storedMilliseconds),
                    (SELECT last FROM event_counter))
                """)
            return try await Self.webhook(db, id)
        }
    }

    private static func reason(_ request: WebhookRequest) -> String? {
        request.isEnabled ? nil : WebhookPolicy.DisableReason.person.rawValue
    }

    /// Changes a webhook. Events whose delivery failed are sent again immediately.
    ///
    /// - Returns: `nil` if there is no such webhook.
    func change(_ id: String, _ request: WebhookRequest) async throws -> StoredWebhook? {
        try await store.write { db in
            try await db.run(
                """
                UPDATE webhook SET url = \(request.url), description = \(request.description),
                    events = \(request.events.joined(separator: " ")),
                    apps = \(request.apps.joined(separator: " ")),
                    batch_size = \(request.batchSize), is_enabled = \(request.isEnabled),
                    disabled_reason = \(Self.reason(request)), attempts = 0, due_at = 0,
                    batch_last = NULL, run = run + 1, lease_until = 0, fence = fence + 1
                WHERE id = \(id) AND url IS NOT NULL
                """)
            return try await Self.webhook(db, id)
        }
    }

    /// Replaces the secret; until the given time, requests are also signed with the previous one.
    func rotate(
        _ id: String, to secret: WebhookSecret, previousUntil: Date
    ) async throws -> StoredWebhook? {
        try await store.writeSecret { [secrets = store.secrets] db in
            let sealed = try await secrets.seal(db, secret.text, at: .webhookSecret(id))
            try await db.run(
                """
                UPDATE webhook SET secret_before = secret, secret = \(sealed),
                    secret_before_until = \(previousUntil.storedMilliseconds)
                WHERE id = \(id) AND url IS NOT NULL
                """)
            return try await Self.webhook(db, id)
        }
    }

    /// Moves a webhook back or forward in the sequence of events.
    ///
    /// - Returns: `nil` if there is no such webhook.
    func replay(_ id: String, _ replay: WebhookReplay) async throws -> StoredWebhook? {
        try await store.write { db in
            try await SQLEvents.number(db)
            let row = try await db.row("SELECT last FROM event_counter")
            let newest: Int64 = try row?.value("last") ?? 0
            let position: Int64
            switch replay {
            case .after(let after): position = min(after, newest)
            case .since(let date):
                let first: Int64? = try await db.row(Self.first(since: date))?.optional("first")
                position = first.map { $0 - 1 } ?? newest
            }
            try await db.run(
                """
                UPDATE webhook SET position = \(position), batch_last = NULL, run = run + 1,
                    attempts = 0, due_at = 0, lease_until = 0, fence = fence + 1
                WHERE id = \(id)
                """)
            return try await Self.webhook(db, id)
        }
    }

    static func first(since date: Date) -> SQL {
        "SELECT min(position) AS first FROM event WHERE at >= \(date.storedMilliseconds)"
    }

    /// Ends the pause after a webhook's failures, because the webhook works again.
    func works(_ id: String) async throws {
        _ = try await store.write { db in
            try await db.run("UPDATE webhook SET due_at = 0 WHERE id = \(id) AND due_at > 0")
        }
    }

    /// Deletes a webhook. Returns `false` if there is no such webhook.
    func delete(_ id: String) async throws -> Bool {
        try await store.write { db in
            try await db.run(
                """
                DELETE FROM webhook_attempt WHERE webhook IN (
                    SELECT no FROM webhook WHERE id = \(id))
                """)
            return try await db.run("DELETE FROM webhook WHERE id = \(id)") > 0
        }
    }

    /// Stores whether this gateway writes events to a file.
    ///
    /// - Parameter isShared: whether other gateways use the database; they may write such a file.
    func keepFile(_ isWanted: Bool, isShared: Bool, now: Date) async throws {
        guard isWanted else {
            guard !isShared else { return }
            _ = try await delete(Self.fileID)
            return
        }
        _ = try await store.write { db in
            try await SQLEvents.number(db)
            return try await db.run(
                """
                INSERT INTO webhook (id, events, apps, batch_size, is_enabled, created_at,
                    position)
                VALUES (\(Self.fileID), '*', '', \(GatewayLimits.webhookBatchMax), 1,
                    \(now.storedMilliseconds), (SELECT last FROM event_counter))
                ON CONFLICT (id) DO NOTHING
                """)
        }
    }

    // MARK: Reading

    // Events without a position are counted, too.
    private static let select: SQL = """
        SELECT w.*, c.last + (SELECT count(*) FROM event e
            WHERE e.position IS NULL AND e.no > 0) AS newest
        FROM webhook w CROSS JOIN event_counter c
        """

    /// Returns all webhooks, the oldest first.
    func webhooks() async throws -> [StoredWebhook] {
        try await store.read { db in
            try await db.rows(Self.select + " ORDER BY w.no").map(Self.webhook)
        }
    }

    func webhook(id: String) async throws -> StoredWebhook? {
        try await store.read { db in try await Self.webhook(db, id) }
    }

    /// Returns the secrets of a webhook that are valid at a time, the newest first.
    func secrets(of id: String, now: Date) async throws -> [WebhookSecret] {
        try await store.read { [secrets = store.secrets] db in
            try await db.row("SELECT * FROM webhook WHERE id = \(id)").map {
                try Self.secrets($0, secrets, now: now)
            } ?? []
        }
    }

    /// Returns the newest attempts of a webhook.
    func attempts(of id: String) async throws -> [WebhookAttemptResource] {
        try await store.read { db in
            try await db.rows(
                """
                SELECT * FROM webhook_attempt
                WHERE webhook = (SELECT no FROM webhook WHERE id = \(id))
                ORDER BY no DESC LIMIT \(GatewayLimits.webhookAttemptsMax)
                """
            ).map { row in
                WebhookAttemptResource(
                    at: try row.moment("at"), messageID: try row.value("message_id"),
                    events: try row.value("events"), status: try row.optional("status"),
                    error: try row.optional("error"),
                    isDelivered: try row.value("is_delivered"))
            }
        }
    }

    private static func webhook(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> StoredWebhook? {
        try await db.row(select + " WHERE w.id = \(id)").map(webhook)
    }

    private static func webhook(_ row: SQLRow) throws -> StoredWebhook {
        let apps: String = try row.value("apps")
        let reason: String? = try row.optional("disabled_reason")
        let attempts: Int = try row.value("attempts")
        return StoredWebhook(
            number: try row.value("no"), id: try row.value("id"), url: try row.optional("url"),
            description: try row.optional("description"), filter: try SQLEvents.filter(row),
            apps: AppLimit(apps.split(separator: " ").map(String.init)),
            batchSize: try row.value("batch_size"), isEnabled: try row.value("is_enabled"),
            disabledReason: reason.flatMap(WebhookPolicy.DisableReason.init(rawValue:)),
            createdAt: try row.moment("created_at"), position: try row.value("position"),
            newest: try row.value("newest"), attempts: attempts,
            dueAt: attempts > 0 ? try row.optionalMoment("due_at") : nil,
            failingSince: try row.optionalMoment("failing_since"),
            lastSuccessAt: try row.optionalMoment("last_success_at"),
            previousSecretUntil: try row.optionalMoment("secret_before_until"))
    }

    static func secrets(
        _ row: SQLRow, _ secrets: StoreSecrets, now: Date
    ) throws -> [WebhookSecret] {
        let place = SealedText.Place.webhookSecret(try row.value("id"))
        let until: Int64? = try row.optional("secret_before_until")
        var sealed: [String?] = [try row.optional("secret")]
        if let until, until > now.storedMilliseconds {
            sealed.append(try row.optional("secret_before"))
        }
        return sealed.compactMap(\.self).compactMap { secrets.open($0, at: place) }
            .compactMap { WebhookSecret($0) }
    }
}
