// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// Tests of variants, which end with a campaign to the rest of the audience.
extension SQLCampaignStore {
    /// A test whose winner is to be chosen.
    struct DueTest: Sendable {
        let id: String
        let campaign: Campaign
    }

    /// Returns the tests whose winner is due to be chosen, oldest first.
    func dueTests(limit: Int) async throws -> [DueTest] {
        try await store.read { db in
            let now = try await now(db)
            return try await db.rows(
                """
                SELECT * FROM campaign WHERE winner_at <= \(now.milliseconds)
                ORDER BY winner_at LIMIT \(limit)
                """
            ).map { DueTest(id: try $0.value("id"), campaign: try SQLCampaigns.campaign($0)) }
        }
    }

    /// The number of receipts that are read at a time.
    private static let receiptsPerPage = 5000

    /// Returns the number of installations of each variant that opened the notification.
    func opens(of campaign: Campaign) async throws -> [Int] {
        var seen: Set<Int64> = []
        var counts = campaign.variantShares.map { _ in 0 }
        var after: Int64 = 0
        while true {
            let start = after
            let rows = try await store.read { db in
                try await db.rows(
                    """
                    SELECT r.no, i.no AS installation FROM receipt r
                    JOIN installation i ON i.id = r.installation_id
                    WHERE r.message = \(-campaign.number) AND r.no > \(start)
                        AND r.event = \(Receipt.Event.opened.rawValue)
                    ORDER BY r.no LIMIT \(Self.receiptsPerPage)
                    """
                ).map { (try $0.value("no") as Int64, try $0.value("installation") as Int64) }
            }
            for (number, installation) in rows {
                after = number
                guard seen.insert(installation).inserted else { continue }
                let variant = Int(campaign.variant(for: installation))
                if counts.indices.contains(variant) { counts[variant] += 1 }
            }
            if rows.count < Self.receiptsPerPage { return counts }
        }
    }

    /// Ends a test, and stores the campaign to the rest of the audience in the same transaction.
    /// Does nothing if another gateway has ended the test.
    func endTest(
        _ test: Campaign.Number, winner: String?, next: NewCampaign?, problem: String?
    ) async throws {
        try await store.write { db in
            let now = try await now(db)
            let row = try await db.row(
                """
                SELECT app, rules FROM campaign WHERE no = \(test) AND winner_at IS NOT NULL
                \(sqlite: "", postgres: "FOR UPDATE")
                """)
            guard let row else { return }
            var rules = try CampaignRules(row)
            var extras = rules.extras ?? CampaignExtras()
            extras.winner = winner
            extras.winnerCampaign = next?.id
            extras.winnerProblem = problem
            rules.extras = extras
            try await db.run(
                """
                UPDATE campaign SET winner_at = NULL, rules = \(try rules.text)
                WHERE no = \(test)
                """)
            guard let next else { return }
            try await db.lock(["campaigns \(next.bundleID)"])
            _ = try await db.row(
                SQLCampaigns.insert(next, app: try row.value("app"), at: now))
        }
    }
}
