// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Repeated campaigns on both databases.
@Suite(.timeLimit(.minutes(30))) struct SeriesTests {
    private func series(_ scene: CampaignScene) async throws -> SeriesResource {
        try #require(
            try await scene.ask(.get, "/v1/series").decode(SeriesList.self).series.first)
    }

    private func campaigns(_ scene: CampaignScene) async throws -> [CampaignResource] {
        let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
        var campaigns: [CampaignResource] = []
        for one in list.campaigns.reversed() {
            campaigns.append(try await scene.ask(.get, "/v1/campaigns/\(one.id)").campaign())
        }
        return campaigns
    }

    private func times(_ scene: CampaignScene) async throws -> [String] {
        try await campaigns(scene).map { $0.settings?.localTime?.time ?? "none" }
    }

    /// Stores a series whose first occurrence is 48 hours from now.
    private func create(
        _ scene: CampaignScene, _ every: String = "daily", until: String? = nil,
        audience: String = "all", idempotencyKey: String? = nil
    ) async throws -> CampaignScene.Response {
        let until = until.map { #""until":"\#($0)","# } ?? ""
        return try await scene.ask(
            .post, "/v1/series",
            #"{"every":"\#(every)",\#(until)"campaign":{"audience":"\#(audience)","#
                + #""local_time":"\#(scene.wallTime(inHours: 48))","name":"Digest","#
                + #""message":{"title":"Good morning"}}}"#, idempotencyKey: idempotencyKey)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `each occurrence becomes one campaign, even if several gateways plan it`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin"])
            let (first, second) = (scene.wallTime(inHours: 48), scene.wallTime(inHours: 72))
            let created = try await create(scene, until: second).decode(SeriesResource.self)
            #expect(created.next == first)
            #expect(created.state == .running)
            try await scene.gateway.planCampaigns()
            #expect(try await campaigns(scene).isEmpty)
            scene.clock.advance(by: .seconds(34 * 3600))
            let store = try #require(scene.gateway.store as? SQLStore)
            let others = (0..<3).map { _ in CampaignScene.makeGateway(store, scene.clock) }
            try await withThrowingTaskGroup { group in
                for gateway in others + [scene.gateway] {
                    group.addTask { try await gateway.planCampaigns() }
                }
                try await group.waitForAll()
            }
            // This gateway still has the state from before the others created the occurrence.
            let stale = try #require(try await store.series(created.id))
            #expect(stale.occurrence == 1)
            var late = stale
            late.occurrence = 0
            try await scene.gateway.createOccurrence(
                of: late, scene.gateway.requireCampaigns())
            #expect(try await times(scene) == [first])
            let present = try await series(scene)
            #expect(present.next == second)
            let campaign = try #require(try await campaigns(scene).first)
            #expect(present.lastCampaign == campaign.id)
            #expect(campaign.settings?.series == created.id)
            #expect(campaign.settings?.name == "Digest")
            scene.clock.advance(by: .seconds(24 * 3600))
            try await scene.gateway.planCampaigns()
            try await scene.gateway.planCampaigns()
            #expect(try await times(scene) == [first, second])
            let ended = try await series(scene)
            #expect(ended.state == .ended)
            #expect(ended.next == nil)
            #expect(ended.endedAt == scene.clock.now)
        }
    }

    /// The campaign and the new state of the series are stored in one transaction. A gateway that
    /// ends before the commit leaves neither. A gateway that ends before it learns of the commit
    /// leaves both.
    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `if a gateway ends while it creates an occurrence, there is one campaign in the end`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            _ = try await create(scene)
            scene.clock.advance(by: .seconds(34 * 3600))
            let gateway = scene.gateway
            let due = try #require(
                try await gateway.requireCampaigns().store.dueSeries(limit: 5).first)
            let error = SQLError(.failed, "gone")
            for behavior in [FragileDatabase.Behavior.fails(error), .losesResponses(error)] {
                scene.database.set(behavior)
                await #expect(throws: (any Error).self) {
                    try await gateway.requireCampaigns().store.apply(
                        .init(occurrence: 1, dueAt: 1), to: due,
                        NewCampaign(
                            id: "once", bundleID: CampaignScene.app,
                            key: CampaignKey(tag: 1 << 20, mix: 1),
                            deadline: DatabaseTime(milliseconds: .max / 4), dueTimes: []),
                        problem: nil)
                }
                scene.database.set(.works)
                let isCommitted = if case .losesResponses = behavior { true } else { false }
                #expect(try await campaigns(scene).map(\.id) == (isCommitted ? ["once"] : []))
                #expect(try await series(scene).lastCampaign == (isCommitted ? "once" : nil))
            }
            // A gateway with the state from before the commit creates no second campaign.
            try await gateway.createOccurrence(of: due, gateway.requireCampaigns())
            #expect(try await campaigns(scene).map(\.id) == ["once"])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a daily campaign is sent at nine o'clock before and after daylight saving time begins`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            // Daylight saving time begins in Berlin on March 29, 2026 at 01:00 UTC.
            let start = try #require(GatewayJSON.date("2026-03-26T09:00:00Z"))
            scene.clock.advance(
                by: Duration(saturatingSeconds: start.timeIntervalSince(scene.clock.now)))
            try await scene.register(["Europe/Berlin", "America/New_York"])
            _ = try await create(scene, until: "2026-03-30T09:00").decode(SeriesResource.self)
            let campaigns = try scene.gateway.requireCampaigns().store
            var driver = CampaignDriver(campaigns, scene.clock) {
                $0.pollInterval = .seconds(3600)
            }
            for _ in 0..<(5 * 12) {
                try await scene.gateway.planCampaigns()
                try await driver.run(for: .seconds(2 * 3600))
            }
            let times = Dictionary(grouping: driver.sent, by: \.installation).mapValues {
                $0.map { GatewayJSON.text(of: Date(storedMilliseconds: $0.at)).prefix(16) }.sorted()
            }
            #expect(
                times.values.sorted { ($0.first ?? "") < ($1.first ?? "") } == [
                    ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"],
                    ["2026-03-28T13:00", "2026-03-29T13:00", "2026-03-30T13:00"],
                ])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an occurrence that cannot be created is tried again until its time is over`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let segment = "/v1/apps/\(CampaignScene.app)/segments/vip"
            _ = try await scene.ask(.put, segment, #"{"filter":"tag vip"}"#)
            let (first, third) = (scene.wallTime(inHours: 48), scene.wallTime(inHours: 96))
            #expect(try await create(scene, audience: "segment:vip").status == 201)
            _ = try await scene.ask(.delete, segment)
            scene.clock.advance(by: .seconds(34 * 3600))
            try await scene.gateway.planCampaigns()
            let failed = try await series(scene)
            #expect(failed.next == first)
            #expect(failed.problem?.contains("vip") == true, "\(failed)")
            _ = try await scene.ask(.put, segment, #"{"filter":"tag vip"}"#)
            try await scene.gateway.planCampaigns()
            #expect(try await campaigns(scene).isEmpty)
            scene.clock.advance(by: .seconds(600))
            try await scene.gateway.planCampaigns()
            #expect(try await times(scene) == [first])
            #expect(try await series(scene).problem == nil)
            // No gateway runs while the second occurrence is due.
            scene.clock.advance(by: .seconds(55 * 3600))
            try await scene.gateway.planCampaigns()
            #expect(try await times(scene) == [first, third])
            #expect(try await series(scene).problem?.contains("was skipped") == true)
            let stopped = try await scene.ask(.post, "/v1/series/\(series(scene).id)/stop")
                .decode(SeriesResource.self)
            #expect(stopped.state == .ended)
            scene.clock.advance(by: .seconds(48 * 3600))
            try await scene.gateway.planCampaigns()
            #expect(try await times(scene) == [first, third])
        }
    }

    @Test func `a series is stored once for an idempotency key, shown, and deleted`() async throws {
        try await CampaignScene.run { scene in
            let created = try await create(scene, idempotencyKey: "k").decode(SeriesResource.self)
            let again = try await create(scene, idempotencyKey: "k").decode(SeriesResource.self)
            #expect(again == created)
            #expect(try await create(scene, "weekly", idempotencyKey: "k").status == 422)
            let path = "/v1/series/\(created.id)"
            #expect(try await scene.ask(.get, path).decode(SeriesResource.self) == created)
            let other = try await scene.keyOfOtherApp()
            for (method, path) in [
                (HTTPRequest.Method.get, path), (.post, path + "/stop"), (.delete, path),
            ] {
                #expect(try await scene.ask(method, path, key: other).status == 404, "\(path)")
            }
            #expect(
                try await scene.ask(.get, "/v1/series", key: other).decode(SeriesList.self)
                    .series.isEmpty)
            #expect(try await scene.ask(.delete, path).status == 204)
            #expect(try await scene.ask(.delete, path).status == 404)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a series is removed 90 days after its end`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let created = try await create(scene).decode(SeriesResource.self)
            let other = try await create(scene, "weekly").decode(SeriesResource.self)
            _ = try await scene.ask(.post, "/v1/series/\(created.id)/stop")
            for (days, count) in [(89, 2), (2, 1), (1000, 1)] {
                scene.clock.advance(by: .seconds(days * 86_400))
                _ = try await scene.gateway.store.purge(Retention(), now: scene.clock.now)
                let left = try await scene.ask(.get, "/v1/series").decode(SeriesList.self)
                #expect(left.series.count == count, "\(days)")
                #expect(left.series.contains { $0.id == other.id })
            }
        }
    }

    @Test(arguments: [
        (#"{"every":"yearly","campaign":{"audience":"all","message":{"title":"A"}}}"#, "every"),
        (
            #"{"every":"daily","campaign":{"audience":"all","message":{"title":"A"}}}"#,
            "campaign.local_time"
        ), (#"{"every":"daily","campaign":7}"#, "campaign"),
        (
            #"{"every":"daily","campaign":{"audience":"all","message":{"title":"A"},"draft":true,"#
                + #""local_time":"2026-01-09T09:00"}}"#, "campaign.draft"
        ),
        (
            #"{"every":"daily","until":"2026-01-08T09:00","campaign":{"audience":"all","#
                + #""message":{"title":"A"},"local_time":"2026-01-09T09:00"}}"#, "until"
        ),
    ])
    func `an invalid series is refused, and the error names the field`(body: String, path: String)
        async throws
    {
        try await CampaignScene.run { scene in
            let response = try await scene.ask(.post, "/v1/series", body)
            #expect(response.status == 422, "\(response.text)")
            #expect(try response.problem().keyPath == path, "\(response.text)")
        }
    }
}

extension SQLStore {
    fileprivate func series(_ id: String) async throws -> StoredSeries? {
        try await SQLCampaignStore(self).series(id: id)
    }
}
