// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// A campaign, with the values that the HTTP API shows.
struct StoredCampaign: Sendable {
    let number: Campaign.Number
    let id: String
    let bundleID: String
    let state: CampaignState
    let stopReason: StopReason?
    /// The filter of the audience; `nil` for all installations.
    let audience: AudienceFilter?
    let name: String?
    let definition: String?
    /// The name and version of the template; `nil` for content without one.
    let template: String?
    let rules: CampaignRules
    /// The time at which the campaign starts and the time after which nothing is sent, in
    /// milliseconds since 1970.
    let notBefore: Int64
    let deadline: Int64
    /// The channel to which the campaign sends one broadcast; `nil` for an audience.
    var broadcast: BroadcastTarget?
    /// The `apns-request-id` of the broadcast; `nil` for an audience.
    var requestID: APNSID?
}

extension SQLCampaignStore {
    /// Returns the campaign with the given identifier.
    func campaign(id: String) async throws -> StoredCampaign? {
        try await store.read { db in
            let row = try await db.row(
                """
                SELECT c.no, c.id, a.bundle_id, c.state, c.stop_reason, c.audience, c.name,
                    c.definition, c.rules, c.not_before, c.deadline, c.template, c.tag, c.mix,
                    c.step, \(SQLBroadcasts.columns)
                FROM campaign c JOIN app a ON a.no = c.app WHERE c.id = \(id)
                """)
            guard let row else { return nil }
            let reason: String? = try row.optional("stop_reason")
            return StoredCampaign(
                number: try row.value("no"), id: try row.value("id"),
                bundleID: try row.value("bundle_id"), state: try row.word("state"),
                stopReason: reason.flatMap(StopReason.init(rawValue:)),
                audience: try SQLCampaigns.audience(row), name: try row.optional("name"),
                definition: try row.optional("definition"),
                template: try row.optional("template"), rules: try CampaignRules(row),
                notBefore: try row.value("not_before"), deadline: try row.value("deadline"),
                broadcast: try SQLBroadcasts.target(row),
                requestID: try SQLBroadcasts.requestID(row))
        }
    }

    /// Returns campaigns of the permitted apps, newest first.
    ///
    /// - Parameters:
    ///   - before: the number of the last campaign of the previous page.
    ///   - limit: the maximum number of campaigns.
    func campaigns(
        of apps: AppLimit, before: Campaign.Number?, limit: Int
    ) async throws -> [(number: Campaign.Number, summary: CampaignSummary)] {
        try await store.read { db in
            var number: Int64?
            if let name = apps.names.first, apps.names.count == 1 {
                number = try await SQLApps.number(db, name)
                guard number != nil else { return [] }
            }
            let rows = try await db.rows(
                Self.page(of: apps, number: number, before: before, limit: limit))
            let totals = try await Self.totals(db, of: try rows.map { try $0.value("no") })
            return try rows.map { row in
                let state: CampaignState = try row.word("state")
                let number: Campaign.Number = try row.value("no")
                return (
                    number: number,
                    summary: CampaignSummary(
                        id: try row.value("id"), app: try row.value("bundle_id"),
                        state: state.rawValue, lane: try row.word("lane"),
                        createdAt: try row.moment("created_at"),
                        finishedAt: try row.optionalMoment("finished_at"),
                        name: try row.optional("name"), totals: totals[number, default: .none],
                        channel: try row.optional("channel"))
                )
            }
        }
    }

    /// - Parameter number: the number of the app if only one app is permitted, so that its page is
    ///   read from an index in order; `nil` if several apps are permitted.
    static func page(
        of apps: AppLimit, number: Int64?, before: Campaign.Number?, limit: Int
    ) -> SQL {
        let condition: SQL =
            if let number {
                "campaign.app = \(number)"
            } else {
                apps == .none ? "1 = 1" : "a.bundle_id \(in: apps.names)"
            }
        return """
            SELECT campaign.no, campaign.id, a.bundle_id, campaign.state, campaign.lane,
                campaign.created_at, campaign.finished_at, campaign.name, campaign.channel
            FROM campaign JOIN app a ON a.no = campaign.app
            WHERE campaign.no < \(before ?? Int64.max) AND \(condition)
            ORDER BY campaign.no DESC LIMIT \(limit)
            """
    }

    /// Returns the totals of campaigns that have outcomes.
    static func totals(
        _ db: isolated SQLStore.Connection, of campaigns: [Campaign.Number]
    ) async throws -> [Campaign.Number: CampaignResource.Totals] {
        guard !campaigns.isEmpty else { return [:] }
        let rows = try await db.rows(
            """
            SELECT campaign, kind, CAST(sum(count) AS \(Column.integer)) AS count
            FROM campaign_sum WHERE campaign \(in: campaigns) GROUP BY campaign, kind
            """)
        var totals: [Campaign.Number: CampaignResource.Totals] = [:]
        for row in rows {
            let code = UInt8(clamping: try row.value("kind") as Int64)
            guard let kind = OutcomeCode.Kind(rawValue: code) else {
                throw SQLValueError(column: "campaign_sum.kind")
            }
            let campaign: Campaign.Number = try row.value("campaign")
            totals[campaign, default: .none].set(kind, to: try row.value("count"))
        }
        return totals
    }

    /// Returns the receipts of a campaign, in the order in which the gateway received them.
    func receipts(
        of campaign: Campaign.Number, after: Int?, limit: Int
    ) async throws -> [StoredReceipt] {
        try await store.read { db in
            try await SQLReceipts.receipts(db, campaign: campaign, after: after, limit: limit)
        }
    }

    /// Returns the stored content of a campaign.
    func content(of campaign: Campaign.Number) async throws -> [UInt8]? {
        try await store.read { db in
            try await db.row("SELECT content FROM campaign WHERE no = \(campaign)")?
                .value("content")
        }
    }

    /// Returns an app's credential for FCM or Web Push; `nil` if the app has no such credential.
    func provider(
        ofApp number: Int64, _ transport: PushTransport
    ) async throws -> ProviderCredential? {
        try await store.read { [secrets = store.secrets] db in
            let row = try await db.row("SELECT bundle_id FROM app WHERE no = \(number)")
            guard let bundleID: String = try row?.value("bundle_id") else { return nil }
            return try await SQLProviderCredentials.credential(db, bundleID, transport, secrets)
        }
    }

    /// Returns the credential of the app with the given number; `nil` if the app has no credential.
    func credential(ofApp number: Int64) async throws -> AppCredential? {
        try await store.read { db in
            let row = try await db.row("SELECT bundle_id FROM app WHERE no = \(number)")
            guard let bundleID: String = try row?.value("bundle_id") else { return nil }
            return try await SQLApps.credential(db, bundleID, store.secrets)
        }
    }
}
