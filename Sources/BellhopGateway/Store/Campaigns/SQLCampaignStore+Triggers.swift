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

/// A message that a user gets when an event is reported.
struct StoredTrigger: Sendable {
    let id: String
    let bundleID: String
    let name: String?
    let event: String
    /// The message as JSON; empty if the trigger has a template.
    let message: String
    /// The template as `NAME` or `NAME@VERSION`; `nil` if the trigger contains the message.
    let template: String?
    let createdAt: Date
}

/// Messages that events cause.
extension SQLCampaignStore {
    private static let columns: SQL =
        "t.id, a.bundle_id, t.name, t.event, t.message, t.template, t.created_at"

    private static func trigger(_ row: SQLRow) throws -> StoredTrigger {
        StoredTrigger(
            id: try row.value("id"), bundleID: try row.value("bundle_id"),
            name: try row.optional("name"), event: try row.value("event"),
            message: try row.value("message"), template: try row.optional("template"),
            createdAt: try row.moment("created_at"))
    }

    func insert(
        _ trigger: StoredTrigger, idempotency: Idempotency?
    ) async throws -> SeriesOutcome {
        try await store.write { db in
            try await db.lock(["triggers \(trigger.bundleID)"])
            if let earlier = try await Self.earlier(db, idempotency, in: "campaign_trigger") {
                return earlier
            }
            guard let app = try await SQLApps.number(db, trigger.bundleID) else { return .noApp }
            let others = try await db.row(
                "SELECT count(*) AS n FROM campaign_trigger WHERE app = \(app)")
            guard try others?.value("n") ?? 0 < GatewayLimits.triggersPerAppMax else {
                return .tooMany
            }
            try await db.run(
                """
                INSERT INTO campaign_trigger (id, app, name, event, message, template, created_at,
                    request, fingerprint)
                VALUES (\(trigger.id), \(app), \(trigger.name), \(trigger.event),
                    \(trigger.message), \(trigger.template),
                    \(trigger.createdAt.storedMilliseconds), \(idempotency?.request),
                    \(idempotency?.fingerprint))
                """)
            return .stored
        }
    }

    /// Returns triggers, oldest first.
    func triggers(of apps: AppLimit) async throws -> [StoredTrigger] {
        let condition: SQL = apps == .none ? "t.no > 0" : "a.bundle_id \(in: apps.names)"
        return try await store.read { db in
            try await db.rows(
                """
                SELECT \(Self.columns) FROM campaign_trigger t JOIN app a ON a.no = t.app
                WHERE \(condition) ORDER BY t.no LIMIT \(GatewayLimits.seriesListedMax)
                """
            ).map(Self.trigger)
        }
    }

    /// Returns the triggers of an event, oldest first.
    func triggers(of bundleID: String, event: String) async throws -> [StoredTrigger] {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return [] }
            return try await db.rows(
                """
                SELECT \(Self.columns) FROM campaign_trigger t JOIN app a ON a.no = t.app
                WHERE t.app = \(app) AND t.event = \(event) ORDER BY t.no
                """
            ).map(Self.trigger)
        }
    }

    func trigger(id: String) async throws -> StoredTrigger? {
        try await store.read { db in
            try await db.row(
                """
                SELECT \(Self.columns) FROM campaign_trigger t JOIN app a ON a.no = t.app
                WHERE t.id = \(id)
                """
            ).map(Self.trigger)
        }
    }

    func deleteTrigger(id: String) async throws -> Bool {
        try await store.write { db in
            try await db.run("DELETE FROM campaign_trigger WHERE id = \(id)") > 0
        }
    }
}
