// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Testing

@testable import BellhopGateway

extension PlanTests {
    /// Runs the operations on drafts, campaigns at a local time, and tests of variants.
    func schedule(_ store: SQLStore) async throws {
        let app = "com.example.app"
        let campaigns = SQLCampaignStore(store, numbersPerUnit: 100)
        _ = try await campaigns.put(PolicyResource(), ofApp: app)
        _ = try await campaigns.policy(ofApp: app)
        #expect(try await campaigns.zones(ofApp: app).hasUnknown)
        var new = NewCampaign(
            id: "local", bundleID: app, key: CampaignKey(tag: 1 << 50, mix: 1),
            deadline: DatabaseTime(milliseconds: 1_800_000_000_000), dueTimes: [])
        new.isDraft = true
        guard case .created(let draft) = try await campaigns.create(new) else { throw NoDraft() }
        new.isDraft = false
        new.extras.perMinuteMax = 1000
        new.winnerAt = 1000
        new.schedule = LocalSchedule(
            wall: WallTime(seconds: 1_767_000_000), zones: ["east", "west"], fallback: "east",
            now: 1_700_000_000_000, late: .sendNow
        ) { zone, _ in zone == "east" ? 3600 : 0 }
        #expect(try await campaigns.replace(draft.number, with: new, in: [.draft]))
        let claim = WorkClaim(
            node: NodeName("node", boot: 1), lease: .seconds(3600), units: 2, heldUnits: [:],
            rows: [:], blocked: [])
        let number = try #require(try await campaigns.campaign(id: "local")).number
        _ = try await campaigns.claim(claim)
        _ = try await campaigns.plan(number)
        let units = try await campaigns.claim(claim).units
        for unit in units where unit.lease.unit.campaign == number {
            _ = try await campaigns.page(
                PageRequest(lease: unit.lease, after: unit.mark, limit: 10))
        }
        #expect(units.contains { $0.lease.unit.campaign == number })
        let test = try #require(try await campaigns.dueTests(limit: 5).first)
        _ = try await campaigns.opens(of: test.campaign)
        try await campaigns.endTest(
            test.campaign.number, winner: nil, next: nil, problem: "none")
        _ = try await campaigns.deleteDraft(number)
        _ = try await campaigns.apply(.cancel, to: number)
    }

    /// Runs the operations on repeated campaigns and triggers.
    func repeatCampaigns(_ store: SQLStore) async throws {
        let (app, limit) = ("com.example.app", AppLimit(["com.example.app"]))
        let campaigns = SQLCampaignStore(store)
        let series = StoredSeries(
            id: "new", bundleID: app, name: nil, definition: "{}", every: .daily,
            first: WallTime(seconds: 0), until: nil, dueAt: 1000, createdAt: now)
        let key = Idempotency(scope: "s", key: "k", fingerprint: "f")
        #expect(try await campaigns.insert(series, idempotency: key) == .stored)
        #expect(try await campaigns.insert(series, idempotency: key) == .replayed(id: "new"))
        #expect(try await campaigns.series(of: .none).isEmpty == false)
        _ = try await campaigns.series(of: limit)
        let due = try #require(try await campaigns.dueSeries(limit: 5).first)
        let new = NewCampaign(
            id: "occurrence", bundleID: app, key: CampaignKey(tag: 1 << 52, mix: 1),
            deadline: DatabaseTime(milliseconds: 1_800_000_000_000), dueTimes: [])
        try await campaigns.apply(
            .init(occurrence: 1, dueAt: 2000), to: due, new, problem: nil)
        let stored = try #require(try await campaigns.series(id: "new"))
        #expect(stored.lastCampaign == "occurrence")
        try await campaigns.stopSeries(stored)
        #expect(try await campaigns.deleteSeries(stored))
        let trigger = StoredTrigger(
            id: "new", bundleID: app, name: nil, event: "event", message: "{}", template: nil,
            createdAt: now)
        #expect(try await campaigns.insert(trigger, idempotency: key) == .stored)
        #expect(try await campaigns.triggers(of: .none).isEmpty == false)
        _ = try await campaigns.triggers(of: limit)
        #expect(try await campaigns.triggers(of: app, event: "event").count == 1)
        #expect(try await campaigns.trigger(id: "new") != nil)
        #expect(try await campaigns.deleteTrigger(id: "new"))
    }

    private struct NoDraft: Error {}
}
