// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayEngine
import GatewayModel
import SQLCore

/// A storage of campaigns that counts the stored outcomes.
struct MeteredCampaignStore: CampaignStore {
    private let store: SQLCampaignStore
    private let metrics: GatewayMetrics

    init(_ store: SQLCampaignStore, _ metrics: GatewayMetrics) {
        self.store = store
        self.metrics = metrics
    }

    func record(_ group: OutcomeGroup) async throws -> StoreResponse.Recorded {
        let recorded = try await store.record(group)
        for unit in group.units
        where !unit.sums.isEmpty && !recorded.refused.contains(unit.lease) {
            let app = await appName(of: unit.lease.unit.campaign)
            for (code, count) in unit.sums.entries {
                metrics.campaignOutcome(code, count, app: app)
            }
        }
        return recorded
    }

    private func appName(of campaign: Campaign.Number) async -> String {
        if let name = metrics.appName(of: campaign) { return name }
        guard let name = try? await store.bundleID(of: campaign) else {
            return MetricsRegistry.other
        }
        metrics.learn(name, of: campaign)
        return name
    }

    func start(_ node: NodeName) async throws -> StoreResponse.Started {
        try await store.start(node)
    }

    func claim(_ request: WorkClaim) async throws -> StoreResponse.Claimed {
        try await store.claim(request)
    }

    func plan(_ campaign: Campaign.Number) async throws -> StoreResponse.Done {
        try await store.plan(campaign)
    }

    func page(_ request: PageRequest) async throws -> StoreResponse.Page {
        try await store.page(request)
    }

    func reserve(_ request: CapRequest) async throws -> StoreResponse.Reserved {
        try await store.reserve(request)
    }

    func renew(_ request: LeaseRenewal) async throws -> StoreResponse.Renewed {
        try await store.renew(request)
    }

    func release(_ leases: [UnitLease]) async throws -> StoreResponse.Done {
        try await store.release(leases)
    }

    func judge(
        _ campaign: Campaign.Number, stop: StopReason?
    ) async throws -> StoreResponse.Done {
        try await store.judge(campaign, stop: stop)
    }
}

extension SQLCampaignStore {
    /// Returns the bundle identifier of a campaign's app.
    func bundleID(of campaign: Campaign.Number) async throws -> String? {
        try await store.read { db in
            try await db.row(
                """
                SELECT a.bundle_id FROM campaign c JOIN app a ON a.no = c.app
                WHERE c.no = \(campaign)
                """)?.value("bundle_id")
        }
    }
}
