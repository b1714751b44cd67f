// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The provider is unavailable for a quarter of an hour while a campaign waits, in virtual time. In
/// a long run, 200,000 notifications wait.
struct OutageTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// Half of the installations belong to the campaign's app.
    private static let installationCount = isLong ? 400_000 : 2_000
    private static let rate = isLong ? 2_000 : 66
    private static let outage = Duration.seconds(10)..<Duration.seconds(10 + 15 * 60)
    private static let codeCount: Int64 = 60

    /// A world without other faults.
    private func world(_ kind: ProviderTrouble.Kind) -> GatewayWorld {
        var world = GatewayWorld(seed: 8) { profile in
            profile = Self.calm(profile)
            profile.installationCount = Self.installationCount
            profile.numbersPerUnit = 10_000
            profile.settings = NodeSettings(node: NodeName("node", boot: 0))
            profile.settings.laneRates[.bulk] = Self.rate
            profile.troubles = [
                ProviderTrouble(kind, start: Self.outage.lowerBound, end: Self.outage.upperBound)
            ]
            profile.faultEnd = Self.outage.upperBound
        }
        world.eventCountMax = 100 * Self.installationCount
        // Codes, and other single messages, while the campaign that waited is sent.
        for number in 0..<Self.codeCount {
            let time = Self.outage.upperBound + .seconds(30) + .milliseconds(500 * number)
            world.agenda.add(.message(5000 + number), at: time)
            world.lastPlanned = max(world.lastPlanned, time)
        }
        return world
    }

    private static func calm(_ random: GatewayProfile) -> GatewayProfile {
        var profile = random
        profile.nodeCount = 1
        profile.campaignCount = 1
        profile.messageCount = 0
        profile.hasCap = false
        profile.hasQuietHours = false
        profile.hasShortDeadline = false
        profile.hasLateStart = false
        profile.hasLocalTimes = false
        profile.hasControlGroup = false
        profile.hasCampaignRate = false
        profile.journeyCount = 0
        profile.isSettingWrong = false
        profile.isPaused = false
        profile.isCancelled = false
        profile.storeFailureChance = 0
        profile.storeUnknownChance = 0
        profile.storeLateCommitChance = 0
        profile.storeOutages = 0
        profile.providerLatency = .milliseconds(50)
        profile.deadTokenChance = 0
        profile.badTokenChance = 0
        profile.busyChance = 0
        profile.lostResponseChance = 0
        profile.notSentChance = 0
        profile.crashCount = 0
        profile.sleepCount = 0
        profile.drainCount = 0
        profile.registrationCount = 0
        profile.deletionCount = 0
        return profile
    }

    @Test(arguments: [
        ProviderTrouble.Kind.unreachable, .silent, .overloaded, .credentialRefused,
    ])
    func `after 15 minutes without APNs, a campaign is sent at its rate, and codes at once`(
        _ kind: ProviderTrouble.Kind
    ) throws {
        var world = world(kind)
        // The simulation checks each second of each lane against the rate.
        world.run()
        #expect(world.truth.problems == [])
        #expect(world.store.campaigns[1]?.state == .done)
        let totals = try #require(world.store.campaigns[1]).totals
        #expect(totals.count(of: .expired) == 0)
        let waiting = Self.installationCount / 2 * 9 / 10
        #expect(totals.count(of: .accepted) > waiting)
        #expect(totals.count(of: .rejected) == 0)
        let first = try #require(world.truth.firstAcceptedAfterFaults)
        let pause: Duration = kind == .credentialRefused ? .seconds(61) : .seconds(30)
        #expect(first - Self.outage.upperBound <= pause)
        var codes = 0
        for (message, acceptedAt) in world.truth.messages
        where world.store.campaigns[message]?.campaign.lane == .otp {
            // Nothing is sent without consent.
            guard let sent = world.truth.firstSent[message] else { continue }
            codes += 1
            #expect(sent - acceptedAt <= .seconds(1), "code \(message)")
        }
        #expect(codes > 10)
    }
}
