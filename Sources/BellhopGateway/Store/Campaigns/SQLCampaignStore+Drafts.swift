// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
package import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Drafts, the zones of apps, and the policies of apps.
extension SQLCampaignStore {
    /// Replaces the content and settings of a campaign that has no units yet. A draft that starts
    /// gets a new number, so that campaigns become visible in inboxes in the order in which they
    /// start.
    ///
    /// - Parameters:
    ///   - states: the states in which the campaign can be replaced.
    ///   - version: the version that is replaced; `nil` for any.
    /// - Returns: whether the campaign was replaced.
    package func replace(
        _ campaign: Campaign.Number, with new: NewCampaign, in states: [CampaignState],
        version: String? = nil
    ) async throws -> Bool {
        try await store.write { db in
            let now = try await now(db)
            guard let app = try await SQLApps.number(db, new.bundleID) else { return false }
            try await db.lock(["campaigns \(new.bundleID)"])
            let row = try await db.row(
                """
                SELECT state, is_planned, definition FROM campaign WHERE no = \(campaign)
                \(sqlite: "", postgres: "FOR UPDATE")
                """)
            guard let row, states.contains(try row.word("state")), try !row.value("is_planned")
            else { return false }
            let found = CampaignVersion.of(
                try row.optional("definition"), try row.word("state"))
            guard version == nil || version == found else { return false }
            try await db.run(SQLCampaigns.replace(campaign, with: new, app: app, at: now))
            guard !new.isDraft else { return true }
            let number = try await SQLCampaigns.renumber(db, campaign)
            if new.needsApproval {
                try await SQLEvents.changed(
                    db, campaigns: [number], now: Date(storedMilliseconds: now.milliseconds))
            }
            return true
        }
    }

    /// Deletes a draft. Returns `false` if the campaign is not a draft.
    package func deleteDraft(_ campaign: Campaign.Number) async throws -> Bool {
        try await store.write { db in
            try await db.run(
                "DELETE FROM campaign WHERE no = \(campaign) AND state = 'draft'") > 0
        }
    }

    /// Returns the time zones of an app's installations.
    func zones(ofApp bundleID: String) async throws -> UsedZones {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return UsedZones() }
            let names: [String] = try await db.rows(Self.zones(ofApp: app)).firstColumn()
            let unknown = try await db.row(
                """
                SELECT 1 AS one FROM installation WHERE app = \(app) AND time_zone IS NULL
                ORDER BY app, time_zone LIMIT 1
                """)
            return UsedZones(names: names, hasUnknown: unknown != nil)
        }
    }

    /// Selects the zones one after another, so that the index is read once for each zone and not
    /// for each installation.
    private static func zones(ofApp app: Int64) -> SQL {
        """
        WITH RECURSIVE picked (zone) AS (
            SELECT min(time_zone) FROM installation WHERE app = \(app)
            UNION ALL
            SELECT (SELECT min(i.time_zone) FROM installation i
                WHERE i.app = \(app) AND i.time_zone > picked.zone)
            FROM picked WHERE picked.zone IS NOT NULL)
        SELECT zone FROM picked WHERE zone IS NOT NULL LIMIT \(LocalSchedule.zonesMax)
        """
    }

    // MARK: Policies

    /// Returns the policy of an app; `nil` if it has none.
    func policy(ofApp bundleID: String) async throws -> PolicyResource? {
        try await store.read { db in
            let row = try await db.row(
                """
                SELECT p.policy FROM app a JOIN app_policy p ON p.app = a.no
                WHERE a.bundle_id = \(bundleID)
                """)
            guard let text: String = try row?.value("policy") else { return nil }
            guard
                let policy = try? GatewayJSON.decode(PolicyResource.self, from: Data(text.utf8))
            else { throw SQLValueError(column: "app_policy.policy") }
            return policy
        }
    }

    /// Stores the policy of an app. Returns `false` if there is no such app.
    func put(_ policy: PolicyResource, ofApp bundleID: String) async throws -> Bool {
        let text = String(decoding: try GatewayJSON.encode(policy), as: UTF8.self)
        return try await store.write { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return false }
            try await db.run(
                """
                INSERT INTO app_policy (app, policy) VALUES (\(app), \(text))
                ON CONFLICT (app) DO UPDATE SET policy = excluded.policy
                """)
            return true
        }
    }
}

extension SQLCampaigns {
    /// The maximum time between a campaign's creation and its start, in milliseconds, for which it
    /// keeps its number: an hour. A campaign that starts later gets a new number when its units are
    /// created, so that inboxes do not wait for it.
    private static let aheadMilliseconds: Int64 = 3600 * 1000

    /// Returns whether a campaign without units gets a new number when its units are created.
    static func isAhead(createdAt: Int64, notBefore: Int64) -> Bool {
        notBefore > createdAt + aheadMilliseconds
    }

    /// Gives a campaign that starts long after its creation a new number, under which inboxes find
    /// it. Returns the campaign's number.
    static func renumberIfAhead(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number, _ row: SQLRow, app: Int64
    ) async throws -> Campaign.Number {
        guard
            isAhead(
                createdAt: try row.value("created_at"), notBefore: try row.value("not_before"))
        else { return campaign }
        let name = try await db.row("SELECT bundle_id FROM app WHERE no = \(app)")
        try await db.lock(["campaigns \(try name?.value("bundle_id") ?? "")"])
        return try await renumber(db, campaign)
    }

    /// Gives a campaign without units a new number, which is larger than all others. The caller
    /// holds the lock of the app's campaigns.
    static func renumber(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number
    ) async throws -> Campaign.Number {
        let row: SQLRow?
        switch db.dialect {
        case .sqlite:
            row = try await db.row(
                """
                UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'campaign' RETURNING seq AS no
                """)
        case .postgres:
            row = try await db.row("SELECT nextval(pg_get_serial_sequence('campaign', 'no')) AS no")
        }
        guard let number: Int64 = try row?.value("no") else {
            throw SQLValueError(column: "campaign.no")
        }
        try await db.run("UPDATE campaign SET no = \(number) WHERE no = \(campaign)")
        try await db.run(
            "UPDATE idempotency SET campaign = \(number) WHERE campaign = \(campaign)")
        return number
    }
}
