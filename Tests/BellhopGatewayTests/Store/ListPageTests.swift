// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import HTTPTypes
import SQLCore
import Testing

@testable import BellhopGateway

/// Pages of lists with 10,000 campaigns and 1,000 templates, on both databases. With
/// `BELLHOP_LISTS=1`, the time of a page is printed.
@Suite(.timeLimit(.minutes(30))) struct ListPageTests {
    private static let isMeasured = ProcessInfo.processInfo.environment["BELLHOP_LISTS"] != nil
    private static let templatesPath = "/v1/apps/\(CampaignScene.app)/templates?limit=50"

    /// Inserts campaigns with outcomes, of which one in a hundred belongs to another app, and
    /// templates of the scene's app.
    private func fill(_ scene: CampaignScene, campaigns: Int, templates: Int) async throws {
        _ = try await scene.keyOfOtherApp()
        func numbers(_ count: Int) -> SQL {
            """
            WITH RECURSIVE n (i) AS (
                SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(text: "\(count)"))
            """
        }
        let empty: SQL = "\(sqlite: "CAST('{}' AS BLOB)", postgres: "convert_to('{}', 'UTF8')")"
        let statements: [SQL] = [
            """
            INSERT INTO campaign (id, app, lane, tag, mix, step, deadline, rules, content, state,
                not_before, created_at, finished_at)
            \(numbers(campaigns)) SELECT 'c' || i, CASE WHEN i % 100 = 0 THEN 2 ELSE 1 END,
                'bulk', i, i, 0, 1000, '{}', \(empty), 'done', 1000, 1000, 1767225600000 FROM n
            """,
            """
            INSERT INTO campaign_sum (campaign, unit, kind, variant, reason, count)
            \(numbers(campaigns)) SELECT i, 1, 0, 0, '', 9 FROM n
            """,
            """
            INSERT INTO template (app, name, version, created_at, updated_at)
            \(numbers(templates)) SELECT 1, 't' || i, 1, 1000, 1000 FROM n
            """,
            """
            INSERT INTO template_version (template, version, content, urgency, locales, created_at)
            \(numbers(templates)) SELECT i, 1, '{"locales":{"en":{"body":"Hi"}}}', 'active', 'en',
                1000 FROM n
            """,
        ]
        try await scene.database.write { db in
            for statement in statements { _ = try await db.run(statement) }
        }
        try await AnalyzedTables.analyze(scene.database)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `pages of campaigns do not overlap, and an index finds the few campaigns of an app`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await fill(scene, campaigns: 10_000, templates: 1_000)
            for app in [nil, CampaignScene.app, "com.example.other"] {
                let query = app.map { "&app=\($0)" } ?? ""
                let first = try await scene.ask(.get, "/v1/campaigns?limit=50\(query)")
                    .decode(CampaignList.self)
                #expect(first.campaigns.count == 50)
                #expect(first.campaigns.allSatisfy { $0.app == app || app == nil })
                let next = try #require(first.next)
                let second = try await scene.ask(
                    .get, "/v1/campaigns?limit=50&after=\(next)\(query)"
                ).decode(CampaignList.self)
                #expect(second.campaigns.count == 50)
                #expect(Set(second.campaigns.map(\.id)).isDisjoint(with: first.campaigns.map(\.id)))
            }
            let page = SQLCampaignStore.page(
                of: AppLimit(["com.example.other"]), number: 2, before: nil, limit: 51)
            let explain: SQL = "\(sqlite: "EXPLAIN QUERY PLAN ", postgres: "EXPLAIN ")"
            let rows = try await scene.database.read { db in try await db.rows(explain + page) }
            let column = scene.database.dialect == .sqlite ? "detail" : "QUERY PLAN"
            let plan = try rows.map { try $0.value(column) as String }
            #expect(plan.contains { $0.contains("campaign_of_app") }, "\(plan)")
            #expect(!plan.contains { $0.contains("SCAN campaign") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Seq Scan on campaign") }, "\(plan)")
        }
    }

    @Test(.enabled(if: isMeasured), arguments: CampaignInboxScene.Base.allCases)
    func `the response time of a page is printed for short and for long lists`(
        base: CampaignInboxScene.Base
    ) async throws {
        for (campaigns, templates) in [(100, 50), (10_000, 1_000)] {
            try await CampaignScene.run(base) { scene in
                try await fill(scene, campaigns: campaigns, templates: templates)
                for path in [
                    "/v1/campaigns?limit=50", "/v1/campaigns?limit=50&app=\(CampaignScene.app)",
                    Self.templatesPath,
                ] {
                    var times: [Duration] = []
                    for _ in 0..<201 {
                        let start = ContinuousClock.now
                        #expect(try await scene.ask(.get, path).status == 200)
                        times.append(ContinuousClock.now - start)
                    }
                    times.sort()
                    print("\(base): \(campaigns) campaigns, \(path): median \(times[100])")
                }
            }
        }
    }
}
