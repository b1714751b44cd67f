// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayTesting
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Lists of messages and deliveries, compared with the same lists made in memory.
@Suite(.timeLimit(.minutes(30))) struct ResultListTests {
    private static let other = "com.example.other"

    /// Stores messages of one of two apps to users, and ends some of their deliveries.
    private func fill(_ scene: CampaignInboxScene) async throws {
        try await scene.putApp(Self.other)
        try await scene.register("i3", user: "alex", app: Self.other)
        try await scene.register("i4", user: "alex")
        for number in 0..<12 {
            try await scene.post("m\(number)", to: number.isMultiple(of: 3) ? "sam" : "alex")
        }
        let claimed = try await scene.store.claim(
            owner: "test", limit: 100, leaseUntil: scene.clock.now.addingTimeInterval(60),
            now: scene.clock.now)
        let steps: [DeliveryDecision.Step] = [
            .finish(.accepted, reason: nil, status: 200),
            .finish(.rejected, reason: "BadDeviceToken", status: 400),
            .finish(.rejected, reason: "PayloadTooLarge", status: 413),
        ]
        let records = claimed.enumerated().prefix(9).map { index, delivery in
            DeliveryRecord(
                id: delivery.id, fence: delivery.fence,
                decision: DeliveryDecision(steps[index % 3]))
        }
        _ = try await scene.store.record(Array(records), now: scene.clock.now)
    }

    private func all(
        _ scene: CampaignInboxScene
    ) async throws -> [(message: String, user: String, delivery: StoredDelivery)] {
        let rows = try await scene.store.read { db in
            try await db.rows("SELECT id, target FROM message ORDER BY no").map {
                (id: try $0.value("id") as String, user: try $0.value("target") as String)
            }
        }
        var all: [(message: String, user: String, delivery: StoredDelivery)] = []
        for row in rows {
            let found = try await scene.store.deliveries(messageID: row.id, after: nil, limit: 100)
            all += found.map { (row.id, row.user, $0) }
        }
        return all
    }

    private static let filters: [ResultFilter] = {
        var filters: [ResultFilter] = [ResultFilter()]
        func add(_ change: (inout ResultFilter) -> Void) {
            var filter = ResultFilter()
            change(&filter)
            filters.append(filter)
        }
        add { $0.user = "sam" }
        add { $0.installation = "i4" }
        add { $0.installation = "nobody" }
        add { $0.state = .rejected }
        add { $0.state = .accepted }
        add { $0.state = .sending }
        add { $0.reason = "BadDeviceToken" }
        add {
            $0.state = .rejected
            $0.reason = "PayloadTooLarge"
            $0.user = "alex"
        }
        add {
            $0.user = "alex"
            $0.installation = "i1"
        }
        add { $0.apps = AppLimit([CampaignInboxScene.app]) }
        add { $0.apps = AppLimit([Self.other]) }
        add { $0.apps = AppLimit([Self.other, CampaignInboxScene.app]) }
        return filters
    }()

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `pages of deliveries contain exactly what matches the filter`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await fill(scene)
            let all = try await all(scene)
            #expect(all.count > 12)
            for filter in Self.filters {
                let expected = all.filter { one in
                    filter.apps.permits(CampaignInboxScene.app)
                        && (filter.user ?? one.user) == one.user
                        && (filter.installation ?? one.delivery.installationID)
                            == one.delivery.installationID
                        && (filter.state ?? one.delivery.state) == one.delivery.state
                        && (filter.reason ?? one.delivery.reason) == one.delivery.reason
                }
                for limit in [1, 3, 100] {
                    var found: [String] = []
                    var before: Int64?
                    repeat {
                        let page = try await scene.store.read { [before] db in
                            try await SQLResults.deliveries(
                                db, filter, before: before, limit: limit)
                        }
                        #expect(page.entries.count <= limit)
                        found += page.entries.map(\.id.text)
                        before = page.next
                    } while before != nil
                    #expect(
                        Set(found) == Set(expected.map(\.delivery.id.text)), "\(filter) \(limit)")
                    #expect(found.count == expected.count, "\(filter) \(limit)")
                }
            }
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `pages of messages contain exactly what matches the filter, newest first`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await fill(scene)
            let all = try await all(scene)
            for filter in Self.filters {
                let taken = all.filter { one in
                    filter.apps.permits(CampaignInboxScene.app)
                        && (filter.user ?? one.user) == one.user
                        && (filter.installation ?? one.delivery.installationID)
                            == one.delivery.installationID
                        && (filter.state ?? one.delivery.state) == one.delivery.state
                        && (filter.reason ?? one.delivery.reason) == one.delivery.reason
                }
                let expected = (0..<12).reversed().map { "m\($0)" }.filter { id in
                    taken.contains { $0.message == id }
                }
                for limit in [1, 5, 100] {
                    var found: [MessageSummary] = []
                    var before: Int64?
                    repeat {
                        let page = try await scene.store.read { [before] db in
                            try await SQLResults.messages(
                                db, filter, before: before, limit: limit)
                        }
                        found += page.entries
                        before = page.next
                    } while before != nil
                    #expect(found.map(\.id) == expected, "\(filter) \(limit)")
                    for message in found {
                        let count = all.count { $0.message == message.id }
                        #expect(message.states.values.reduce(0, +) == count)
                    }
                }
            }
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a list contains no message from before the time that the filter sets`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await fill(scene)
            var filter = ResultFilter()
            filter.since = scene.clock.now.addingTimeInterval(-3)
            let page = try await scene.store.read { [filter] db in
                try await SQLResults.messages(db, filter, before: nil, limit: 100)
            }
            #expect(page.entries.map(\.id) == ["m11", "m10", "m9", "m8"])
            #expect(page.next == nil)
        }
    }
}
