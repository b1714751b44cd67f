// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import Simulation
import Testing

@testable import BellhopGateway

/// The history of one installation.
@Suite(.timeLimit(.minutes(30))) struct HistoryTests {
    private func history(
        _ scene: CampaignInboxScene, _ id: String, limit: Int
    ) async throws -> [HistoryEntry] {
        var events: [HistoryEntry] = []
        var cursor = HistoryCursor()
        while true {
            let page = try await scene.store.read { [cursor] db in
                try await SQLHistory.page(db, of: id, after: cursor, limit: limit)
            }
            let found = try #require(page)
            #expect(found.events.count <= limit)
            events += found.events
            guard let next = found.next else { return events }
            cursor = try #require(HistoryCursor(next.text))
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `the history has everything, newest first, whatever the page size`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await scene.post("m1", to: "alex")
            try await scene.send("c1", [1: OutcomeCode(.accepted), 2: OutcomeCode(.accepted)])
            try await scene.send("c2", [2: OutcomeCode(.accepted)])
            try await scene.post("m2", to: "alex")
            try await scene.post("m3", to: "sam")
            try await scene.send("c3", [1: OutcomeCode(.suppressed, reason: "no_consent")])
            scene.clock.advance(by: .seconds(1))
            #expect(try await scene.addReceipt("m1", .opened) == 1)
            #expect(try await scene.addReceipt("c1", .delivered) == 1)
            scene.clock.advance(by: .seconds(1))
            _ = try await scene.store.register(
                Registration(
                    installationID: "i1", bundleID: CampaignInboxScene.app,
                    token: DeviceToken(bytes: Array("another token".utf8)),
                    environment: .sandbox, user: "alex"),
                now: scene.clock.now)
            let all = try await history(scene, "i1", limit: 100)
            let expected = [
                "token", "token_ended replaced", "registered", "receipt delivered c1",
                "receipt opened m1", "campaign suppressed no_consent c3", "message queued m2",
                "message cancelled token_replaced m2", "campaign accepted c1",
                "message queued m1", "message cancelled token_replaced m1", "token", "created",
            ]
            #expect(Set(all.map(text)) == Set(expected))
            #expect(all.count == expected.count)
            #expect(all.map(\.at) == all.map(\.at).sorted(by: >))
            for limit in 1...6 {
                #expect(try await history(scene, "i1", limit: limit) == all, "\(limit)")
            }
            let other = try await history(scene, "i2", limit: 3)
            #expect(other.compactMap(\.campaign) == ["c2", "c1"])
            #expect(other.compactMap(\.message) == ["m3"])
        }
    }

    private func text(_ event: HistoryEntry) -> String {
        [
            event.kind.rawValue, event.state, event.event, event.reason, event.campaign,
            event.message,
        ].compactMap(\.self).joined(separator: " ")
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `the history finds a campaign among more campaigns than a page examines`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let count = GatewayLimits.inboxCampaignsMax + 5
            for number in 0..<count {
                _ = try await scene.create("other\(number)")
            }
            try await scene.send("c1", [1: OutcomeCode(.accepted)])
            for number in 0..<count {
                _ = try await scene.create("later\(number)")
            }
            let events = try await history(scene, "i1", limit: 10)
            #expect(events.compactMap(\.campaign) == ["c1"])
            #expect(events.count { $0.kind == .created } == 1)
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `pages of merged tables contain each event once, in order`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        // Two tables that return few events at a time, and one that returns all.
        let tables = (0..<3).map { rank in
            (0..<Int64.random(in: 0...20, using: &generator)).map { number in
                HistoryPlace(
                    time: .random(in: 0...9, using: &generator), rank: rank, number: number)
            }.sorted(by: >)
        }
        let limit = Int.random(in: 1...7, using: &generator)
        var found: [HistoryPlace] = []
        var last = HistoryPlace.newest
        for _ in 0..<200 {
            let parts = tables.enumerated().map { index, places in
                let older = places.filter { $0 < last }
                let few = index == 2 ? older : Array(older.prefix(limit))
                return HistoryPart(
                    events: few.map { (place: $0, event: $0) },
                    completeTo: few.count < older.count ? few.last : nil)
            }
            let page = HistoryPage(parts, limit: limit)
            #expect(page.events.count <= limit)
            found += page.events.map(\.event)
            guard let end = page.end else { break }
            last = end
        }
        #expect(found == tables.flatMap(\.self).sorted(by: >))
    }
}
