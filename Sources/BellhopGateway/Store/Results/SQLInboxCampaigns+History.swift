// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore

extension SQLInboxCampaigns {
    /// Campaigns of the app of an installation, newest first.
    struct History {
        struct Entry {
            let number: Campaign.Number
            let id: String
            /// The time of the campaign's start, in milliseconds since 1970.
            let createdAt: Int64
            /// The outcome for the installation; `nil` if the campaign has no such outcome.
            var code: OutcomeCode?
        }

        var entries: [Entry] = []
        /// Whether there may be older campaigns.
        var hasMore = false
    }

    /// Returns the newest campaigns of an app before a number, at most
    /// `GatewayLimits.inboxCampaignsMax`, with the outcomes of one installation.
    static func history(
        _ db: isolated SQLStore.Connection, _ installation: Installation,
        before number: Campaign.Number
    ) async throws -> History {
        let limit = GatewayLimits.inboxCampaignsMax
        let rows = try await db.rows(
            """
            SELECT c.no, c.id, c.created_at FROM campaign c
            WHERE c.app = \(installation.app) AND c.no < \(number)
            ORDER BY c.no DESC LIMIT \(limit + 1)
            """)
        guard !rows.isEmpty else { return History() }
        var history = History(
            entries: try rows.prefix(limit).map {
                History.Entry(
                    number: try $0.value("no"), id: try $0.value("id"),
                    createdAt: try $0.value("created_at"))
            }, hasMore: rows.count > limit)
        let units = try await db.rows(
            units(of: history.entries.map(\.number), installation.number))
        let codes = try await codes(db, units, installation.number)
        for index in history.entries.indices {
            let campaign = history.entries[index].number
            guard let first = codes[campaign] else { continue }
            history.entries[index].code =
                first.kind == .retrying
                ? try await last(db, campaign, installation.number) ?? first : first
        }
        return history
    }

    /// Returns the last outcome of a campaign for an installation whose notification was retried.
    private static func last(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number, _ installation: Int64
    ) async throws -> OutcomeCode? {
        let parts = try await db.rows(
            SQLCampaignStore.parts(of: campaign, installation: installation))
        return try SQLCampaignStore.code(of: installation, in: parts)
    }
}
