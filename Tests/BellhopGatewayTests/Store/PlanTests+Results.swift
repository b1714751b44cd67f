// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Testing

@testable import BellhopGateway

extension PlanTests {
    /// Differences in requests of existing senders, for 50 apps.
    static let shadowRows: [SQL] = [
        """
        INSERT INTO shadow_finding (app, kind, reason, at)
        \(numbers) SELECT i % 50 + 1, 'remark', 'r' || (i % 7),
            CASE WHEN i <= 5 THEN 1000 ELSE 1767225600000 END FROM n
        """
    ]

    /// Reads lists with every filter, the results of a campaign, and a history.
    func readResults(_ store: SQLStore) async throws {
        var filters = [ResultFilter()]
        func add(_ change: (inout ResultFilter) -> Void) {
            var filter = ResultFilter()
            change(&filter)
            filters.append(filter)
        }
        add { $0.user = "u7" }
        add { $0.installation = "i7" }
        add { $0.apps = AppLimit(["com.example.app"]) }
        add { $0.state = .rejected }
        add { $0.state = .queued }
        add { $0.uniqueID = "u" }
        add {
            $0.state = .accepted
            $0.reason = "x"
            $0.since = now
        }
        for filter in filters {
            for before in [nil, 10_000] as [Int64?] {
                _ = try await store.read { db in
                    try await SQLResults.messages(db, filter, before: before, limit: 10)
                }
                // Reading throws: the inserted rows do not have the identifiers of deliveries.
                _ = try? await store.read { db in
                    try await SQLResults.deliveries(db, filter, before: before, limit: 10)
                }
            }
        }
        for division in DeliveryCounts.Division.allCases {
            for apps in [AppLimit.none, AppLimit(["com.example.app"])] {
                _ = try? await store.read { db in
                    try await SQLDeliveryCounts.counts(
                        db, by: division, apps: apps, since: now, intervalSeconds: 60,
                        examinedMax: 1_000)
                }
            }
        }
        for apps in [AppLimit.none, AppLimit(["com.example.app"]), AppLimit(["a", "b"])] {
            _ = try await SQLCampaignStore(store).campaigns(of: apps, before: nil, limit: 10)
        }
        let newest = AppLimit(["com.example.app"])
        #expect(
            try await SQLCampaignStore(store).campaigns(of: newest, before: 500, limit: 10).count
                == 10)
        // A report reads a small part of the rows. The tests have only 20,000 rows, so the limits
        // are smaller here.
        _ = try await store.read { db in
            _ = try await SQLShadow.findings(db, app: 1, since: now, limit: 100)
            _ = try await SQLShadow.deliveries(db, app: 1, since: now, limit: 100)
        }
        try await store.write { db in
            try await SQLShadow.add(
                db, [ShadowFinding(kind: .remark, reason: "x")], app: "com.example.app", now: now)
        }
        try await readCampaignResults(store)
    }

    private func readCampaignResults(_ store: SQLStore) async throws {
        for phase in ["u.1.0.0.0", "r.0.0.0.0", "o.0.0.0.0", "l.0.1.1.0"] {
            let cursor = try #require(CampaignResultCursor(phase))
            _ = try? await store.read { db in
                try await SQLCampaignResults.page(
                    db, 9, CampaignResultFilter(), after: cursor, limit: 10)
            }
        }
        _ = try await store.read { db in try await SQLReceiptSums.entries(db, of: 9) }
        let page = try await store.read { db in
            try await SQLHistory.page(db, of: "i7", after: HistoryCursor(), limit: 5)
        }
        let next = try #require(page?.next)
        _ = try await store.read { db in
            try await SQLHistory.page(db, of: "i7", after: next, limit: 5)
        }
    }
}
