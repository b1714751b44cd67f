// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Limits of campaigns on both databases, kept by nodes in virtual time.
@Suite(.timeLimit(.minutes(30))) struct FrequencyCapTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    private static let userCount = isLong ? 10_000 : 100

    /// Adds one installation for each of many users.
    private func addUsers(_ count: Int, _ scene: CampaignInboxScene) async throws {
        for number in 0..<count {
            let token = Array("a token of user number \(number)".utf8)
            _ = try await scene.store.register(
                Registration(
                    installationID: "u\(number)", bundleID: CampaignInboxScene.app,
                    token: DeviceToken(bytes: token), environment: .production,
                    user: "user \(number)"),
                now: scene.clock.now)
        }
    }

    private func create(
        _ number: Int, _ campaigns: SQLCampaignStore, _ scene: CampaignInboxScene,
        _ change: (inout NewCampaign) -> Void = { _ in }
    ) async throws -> Campaign.Number {
        let now = scene.clock.now.storedMilliseconds
        var new = NewCampaign(
            id: "c\(number)", bundleID: CampaignInboxScene.app,
            key: CampaignKey(tag: UInt64(number) << 20 | 1, mix: UInt64(number)),
            deadline: DatabaseTime(milliseconds: now + 86_400_000),
            dueTimes: [DatabaseTime(milliseconds: now)])
        change(&new)
        guard case .created(let campaign) = try await campaigns.create(new) else {
            throw NoCampaign()
        }
        return campaign.number
    }

    /// Tests the guarantee about caps with many campaigns at once.
    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a hundred campaigns at once with a cap of two a day send two notifications to each user`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            // The scene has two installations of its own.
            let users = Self.userCount
            try await addUsers(users - 2, scene)
            let start = ContinuousClock.now
            let campaigns = SQLCampaignStore(scene.store, time: scene.clock.timeSource)
            var numbers: [Campaign.Number] = []
            for number in 0..<100 {
                numbers.append(
                    try await create(number, campaigns, scene) {
                        $0.cap = CapRule(name: "marketing", perDayMax: 2)
                    })
            }
            var driver = CampaignDriver(campaigns, scene.clock, nodeCount: 2)
            try await driver.run(for: .seconds(3 * 3600))
            #expect(driver.sent.count == 2 * users)
            var counts: [Int64: Int] = [:]
            for one in driver.sent { counts[one.installation, default: 0] += 1 }
            #expect(counts.count == users)
            #expect(counts.values.allSatisfy { $0 == 2 })
            var totals = OutcomeSums()
            for number in numbers { totals.add(try await campaigns.totals(of: number)) }
            #expect(totals.count(of: .accepted) == 2 * users)
            #expect(totals.total == 100 * users)
            let capped = OutcomeCode(
                .suppressed, reason: OutcomeCode.Reason.capped)
            #expect(capped.reason == "frequency_capped")
            let count = totals.entries.first { $0.code == capped }?.count
            #expect(count == 98 * users)
            if Self.isLong {
                print(
                    "\(base): \(driver.sent.count) sent, \(count ?? 0) \(capped.reason), in",
                    ContinuousClock.now - start)
            }
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign's own limit per minute is kept by all nodes together`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await addUsers(100, scene)
            let campaigns = SQLCampaignStore(
                scene.store, time: scene.clock.timeSource, numbersPerUnit: 10)
            _ = try await create(1, campaigns, scene) { $0.extras.perMinuteMax = 60 }
            var driver = CampaignDriver(campaigns, scene.clock, nodeCount: 3)
            try await driver.run(for: .seconds(600))
            #expect(driver.sent.count == 102)
            let times = driver.sent.map(\.at).sorted()
            let begin = try #require(times.first)
            for minute in 0..<3 as Range<Int64> {
                let range = begin + minute * 60_000..<begin + (minute + 1) * 60_000
                let count = times.count { range.contains($0) }
                #expect(count <= 66, "minute \(minute) has \(count)")
            }
            #expect((times.last ?? 0) - begin < 150_000)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a control group gets nothing, and the variants are divided among the others`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await addUsers(400, scene)
            let campaigns = SQLCampaignStore(scene.store, time: scene.clock.timeSource)
            let number = try await create(1, campaigns, scene) {
                $0.extras.controlThousandths = 200
                $0.variantShares = [1, 3]
            }
            let sample = try await create(2, campaigns, scene) {
                $0.extras.sample = AudienceSample(lower: 0, upper: 250)
            }
            var driver = CampaignDriver(campaigns, scene.clock)
            try await driver.run(for: .seconds(600))
            let totals = try await campaigns.totals(of: number)
            let control = totals.entries.filter {
                $0.code.reason == OutcomeCode.Reason.controlGroup
            }.reduce(0) { $0 + $1.count }
            #expect((50...110).contains(control), "\(control)")
            #expect(totals.total == 402)
            #expect(totals.count(of: .accepted) == 402 - control)
            let first = driver.sent.filter { $0.campaign == number && $0.variant == 0 }.count
            #expect((50...120).contains(first), "\(first)")
            // The rest of the audience is not in the sampled campaign's totals.
            let sampled = try await campaigns.totals(of: sample).total
            #expect((65...140).contains(sampled), "\(sampled)")
            #expect(try await campaigns.status(of: sample)?.state == .done)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an installation gets at most two silent notifications from campaigns in any hour`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await addUsers(3, scene)
            let campaigns = SQLCampaignStore(scene.store, time: scene.clock.timeSource)
            var driver = CampaignDriver(campaigns, scene.clock) {
                $0.pollInterval = .seconds(60)
            }
            var numbers: [Campaign.Number] = []
            // A campaign is sent every ten minutes for four hours.
            for number in 1...24 {
                numbers.append(
                    try await create(number, campaigns, scene) {
                        $0.cap = .silent
                        // No lane is exempt.
                        $0.lane = number % 2 == 0 ? .transactional : .background
                    })
                try await driver.run(for: .seconds(600))
            }
            let installations = Set(driver.sent.map(\.installation))
            #expect(installations.count == 5)
            for installation in installations {
                let times = driver.sent.filter { $0.installation == installation }.map(\.at)
                    .sorted()
                for (early, late) in zip(times, times.dropFirst(2)) {
                    #expect(late - early > 3_600_000, "\(times)")
                }
                // At least six of the eight notifications that the limit allows are sent.
                #expect(times.count >= 6, "\(times)")
            }
            var totals = OutcomeSums()
            for number in numbers { totals.add(try await campaigns.totals(of: number)) }
            let limited = OutcomeCode(.suppressed, reason: "silent_limit")
            let count = totals.entries.first { $0.code == limited }?.count ?? 0
            #expect(count == 24 * 5 - driver.sent.count)
            // Only entries that no longer count are removed.
            for (hours, isLeft) in [(24, true), (48, false)] {
                scene.clock.advance(by: .seconds(hours * 3600))
                while try await scene.store.purge(Retention(), now: scene.clock.now).hasMore {}
                let row = try await scene.store.read { db in
                    try await db.row("SELECT count(*) AS n FROM cap_use")
                }
                #expect(try (row?.value("n") as Int64? ?? 0 > 0) == isLeft)
            }
        }
    }

    private struct NoCampaign: Error {}
}
