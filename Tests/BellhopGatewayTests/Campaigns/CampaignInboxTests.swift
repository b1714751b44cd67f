// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns in the inboxes of apps, on both databases.
@Suite(.timeLimit(.minutes(30))) struct CampaignInboxTests {
    typealias Scene = CampaignInboxScene

    private static let accepted = OutcomeCode(.accepted)

    @Test(arguments: Scene.Base.allCases)
    func `an inbox shows messages and sent campaigns together, in the order of their creation`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            try await scene.post("m1", to: "alex")
            try await scene.send("c1", [1: Self.accepted, 2: Self.accepted])
            try await scene.post("m2", to: "alex")
            try await scene.send(
                "c2",
                [
                    1: OutcomeCode(.rejected, reason: "BadDeviceToken"),
                    2: OutcomeCode(.rejected, reason: "PayloadTooLarge"),
                ])
            try await scene.send("c3", [1: OutcomeCode(.retrying, reason: "no_answer")])
            try await scene.send("c4", [2: Self.accepted])
            #expect(try await scene.inbox("i1") == ["m1", "c1", "m2", "c2", "c3"])
            #expect(try await scene.inbox("i2") == ["c1", "c4"])
            let campaign = try #require(try await scene.page("i2").messages.first)
            #expect(String(decoding: campaign.body, as: UTF8.self) == #"{"aps":{"alert":"Hi c1"}}"#)
            #expect(campaign.createdAt == scene.clock.now.addingTimeInterval(-4))
            var read: [String] = []
            var page = try await scene.page("i1", limit: 1)
            read += page.messages.map(\.id)
            while page.hasMore {
                page = try await scene.page("i1", after: page.position, limit: 1)
                read += page.messages.map(\.id)
            }
            #expect(read == ["m1", "c1", "m2", "c2", "c3"])
            #expect(try await scene.page("i1", after: page.position).messages.isEmpty)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `a campaign whose outcome is stored late is on the next page, once`(_ base: Scene.Base)
        async throws
    {
        try await Scene.run(base) { scene in
            let unplanned = try await scene.create("c1")
            let first = try await scene.page("i1")
            #expect(first.messages.isEmpty)
            #expect(!first.hasMore)
            let late = try await scene.start("c2")
            try await scene.send("c3", [1: Self.accepted])
            let second = try await scene.page("i1", after: first.position)
            #expect(second.messages.map(\.id) == ["c3"])
            #expect(second.position.undecided == [unplanned, late])
            try await scene.record([1: Self.accepted], in: scene.units(of: late))
            let third = try await scene.page("i1", after: second.position)
            #expect(third.messages.map(\.id) == ["c2"])
            #expect(third.position.undecided == [unplanned])
            // A page after the earlier position repeats nothing and misses nothing.
            #expect(
                try await scene.page("i1", after: first.position).messages.map(\.id)
                    == ["c2", "c3"])
            _ = try await scene.campaigns.apply(.cancel, to: unplanned)
            let last = try await scene.page("i1", after: third.position)
            #expect(last.messages.isEmpty)
            #expect(last.position.undecided.isEmpty)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an outcome that is stored after its campaign was cancelled is not missed`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let number = try await scene.start("c1")
            let units = try await scene.units(of: number)
            _ = try await scene.campaigns.apply(.cancel, to: number)
            let first = try await scene.page("i1")
            #expect(first.position.undecided == [number], "a node has its unit")
            try await scene.record([1: Self.accepted], in: units, isFinished: false)
            let second = try await scene.page("i1", after: first.position)
            #expect(second.messages.map(\.id) == ["c1"])
            let other = try await scene.page("i2")
            #expect(other.position.undecided == [number])
            _ = try await scene.campaigns.release(units.map(\.lease))
            let end = try await scene.page("i2", after: other.position)
            #expect(end.messages.isEmpty)
            #expect(end.position.undecided.isEmpty)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an inbox leaves out what is expired or old, or was for another user or app`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            try await scene.putApp("com.example.other")
            try await scene.start("c0", app: "com.example.other")
            #expect(try await scene.page("i1").position.campaign == 0)
            let codes = [Int64(1): Self.accepted]
            try await scene.send("c1", codes, expiresIn: 60)
            try await scene.send("c2", codes, audience: .users(["alex"]))
            try await scene.send("c3", codes, audience: .tags(["beta"]))
            let waiting = try await scene.start("c4", audience: .users(["alex"]))
            #expect(try await scene.inbox("i1") == ["c1", "c2", "c3"])
            scene.clock.advance(by: .seconds(60))
            #expect(try await scene.inbox("i1") == ["c2", "c3"])
            try await scene.register("i1", user: "kim")
            let page = try await scene.page("i1")
            #expect(page.messages.map(\.id) == ["c3"], "kim is a different person from alex")
            #expect(page.position.undecided.isEmpty)
            try await scene.register("i1", user: "alex")
            try await scene.record(codes, in: scene.units(of: waiting))
            #expect(try await scene.inbox("i1") == ["c2", "c3", "c4"])
            scene.clock.advance(by: .seconds(GatewayLimits.inboxSecondsMax - 10))
            #expect(try await scene.inbox("i1") == ["c4"])
            scene.clock.advance(by: .seconds(11))
            #expect(try await scene.inbox("i1") == [])
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an installation does not get the campaigns from before it existed`(_ base: Scene.Base)
        async throws
    {
        try await Scene.run(base) { scene in
            try await scene.send("c1", [1: Self.accepted, 2: Self.accepted])
            scene.clock.advance(by: .seconds(7200))
            for number in 3...9 { try await scene.register("i\(number)", user: "kim") }
            try await scene.send("c2", [1: Self.accepted, 9: Self.accepted])
            #expect(try await scene.inbox("i9") == ["c2"])
            #expect(try await scene.inbox("i8") == [])
            #expect(try await scene.inbox("i1") == ["c1", "c2"])
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `each page of an inbox examines a limited number of campaigns`(_ base: Scene.Base)
        async throws
    {
        try await Scene.run(base) { scene in
            let count = GatewayLimits.inboxCampaignsMax + 3
            for number in 1..<count { try await scene.send("c\(number)", [2: Self.accepted]) }
            try await scene.send("last", [1: Self.accepted])
            let first = try await scene.page("i1")
            #expect(first.messages.isEmpty)
            #expect(first.hasMore)
            let second = try await scene.page("i1", after: first.position)
            #expect(second.messages.map(\.id) == ["last"])
            #expect(!second.hasMore)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an inbox leaves out campaigns whose outcomes or content cannot be read`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let damaged = try await scene.send("c1", [1: Self.accepted])
            let unreadable = try await scene.send("c2", [1: Self.accepted])
            try await scene.send("c3", [1: Self.accepted])
            try await scene.store.write { db in
                try await db.run(
                    """
                    UPDATE outcome_part SET bytes = \([1, 2, 3] as [UInt8])
                    WHERE campaign = \(damaged)
                    """)
                try await db.run(
                    """
                    UPDATE campaign SET content = \([1, 2, 3] as [UInt8]) WHERE no = \(unreadable)
                    """)
            }
            #expect(try await scene.inbox("i1") == ["c3"])
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `with a position beyond the newest campaign, as after a restore, reading starts again`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            try await scene.post("m1", to: "alex")
            try await scene.send("c1", [1: Self.accepted])
            var position = try await scene.page("i1").position
            #expect(try await scene.page("i1", after: position).messages.isEmpty)
            position.campaign += 1
            #expect(try await scene.page("i1", after: position).messages.map(\.id) == ["c1"])
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `receipts of a campaign count once, and only from installations to which it was sent`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let number = try await scene.send("c1", [1: Self.accepted])
            let waiting = try await scene.start("c2")
            for _ in 1...2 { #expect(try await scene.addReceipt("C1", .delivered) == 1) }
            #expect(try await scene.addReceipt("c1", .opened) == 1)
            #expect(try await scene.addReceipt("c1", .opened, from: "i2") == 0)
            // A push may arrive before its outcome is stored.
            #expect(try await scene.addReceipt("c2", .delivered, from: "i2") == 1)
            #expect(try await scene.addReceipt("c3", .delivered) == 0)
            let all = try await scene.campaigns.receipts(of: number, after: nil, limit: 10)
            #expect(all.map(\.event) == [.delivered, .opened])
            #expect(all.map(\.installationID) == ["i1", "i1"])
            let rest = try await scene.campaigns.receipts(
                of: number, after: all.first?.id, limit: 10)
            #expect(rest.map(\.event) == [.opened])
            #expect(
                try await scene.campaigns.receipts(of: waiting, after: nil, limit: 10).count == 1)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `a reader that continues while outcomes are stored sees each campaign exactly once`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let count = 24
            let read = try await withThrowingTaskGroup(of: [String].self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<(count / 4) {
                            _ = try await scene.create("c\(writer)-\(number)")
                        }
                        return []
                    }
                }
                group.addTask {
                    try await Self.settle(count, scene)
                    return []
                }
                group.addTask {
                    var read: [String] = []
                    var position: InboxPosition?
                    while read.count < count {
                        let page = try await scene.page("i1", after: position, limit: 3)
                        read += page.messages.map(\.id)
                        position = page.position
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                    return read
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(read.count == count)
            #expect(Set(read) == Set(try await scene.inbox("i1")))
        }
    }

    /// Plans the existing campaigns and stores their outcomes in random order, until a number of
    /// campaigns has ended.
    private static func settle(_ count: Int, _ scene: CampaignInboxScene) async throws {
        let request = WorkClaim(
            node: NodeName("node", boot: 1), lease: .seconds(3600), units: 5, heldUnits: [:],
            rows: [:], blocked: [])
        var ended = 0
        while ended < count {
            try Task.checkCancellation()
            let claimed = try await scene.campaigns.claim(request)
            for campaign in claimed.unplanned { _ = try await scene.campaigns.plan(campaign) }
            for unit in claimed.units.shuffled() {
                try await scene.record([1: accepted], in: [unit])
                ended += 1
            }
            await Task.yield()
        }
    }

    @Test func `campaigns are kept at least as long as inboxes show them`() {
        var retention = Retention()
        retention.campaignSeconds = 60
        #expect(retention.keptCampaignSeconds == GatewayLimits.inboxSecondsMax)
    }
}
