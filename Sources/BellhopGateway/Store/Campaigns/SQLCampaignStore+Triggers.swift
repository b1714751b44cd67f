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

/// Messages that events cause.
extension SQLCampaignStore {
    func insert(_ trigger: TriggerResource, message: String) async throws -> SeriesOutcome {
        try await store.write { db in
            try await db.lock(["triggers \(trigger.app)"])
            guard let app = try await SQLApps.number(db, trigger.app) else { return .noApp }
            let others = try await db.row(
                "SELECT count(*) AS n FROM campaign_trigger WHERE app = \(app)")
            guard try others?.value("n") ?? 0 < GatewayLimits.triggersPerAppMax else {
                return .tooMany
            }
            try await db.run(
                """
                INSERT INTO campaign_trigger (id, app, name, event, message, created_at)
                VALUES (\(trigger.id), \(app), \(trigger.name), \(trigger.event), \(message),
                    \(trigger.createdAt.storedMilliseconds))
                """)
            return .stored
        }
    }

    func triggers(of apps: AppLimit) async throws -> [TriggerResource] {
        let condition: SQL = apps == .none ? "1 = 1" : "a.bundle_id \(in: apps.names)"
        return try await store.read { db in
            try await db.rows(
                """
                SELECT t.id, a.bundle_id, t.name, t.event, t.created_at
                FROM campaign_trigger t JOIN app a ON a.no = t.app
                WHERE \(condition) ORDER BY t.no LIMIT \(GatewayLimits.seriesListedMax)
                """
            ).map {
                TriggerResource(
                    id: try $0.value("id"), app: try $0.value("bundle_id"),
                    name: try $0.optional("name"), event: try $0.value("event"),
                    createdAt: try $0.moment("created_at"))
            }
        }
    }

    /// Returns the identifiers and messages of the triggers of an event.
    func triggers(
        of bundleID: String, event: String
    ) async throws -> [(id: String, message: String)] {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return [] }
            return try await db.rows(
                """
                SELECT id, message FROM campaign_trigger
                WHERE app = \(app) AND event = \(event) ORDER BY no
                """
            ).map { (id: try $0.value("id"), message: try $0.value("message")) }
        }
    }

    func deleteTrigger(_ id: String, within apps: AppLimit) async throws -> Bool {
        let condition: SQL =
            apps == .none
            ? "1 = 1"
            : "app IN (SELECT no FROM app WHERE bundle_id \(in: apps.names))"
        return try await store.write { db in
            try await db.run(
                "DELETE FROM campaign_trigger WHERE id = \(id) AND \(condition)") > 0
        }
    }
}
