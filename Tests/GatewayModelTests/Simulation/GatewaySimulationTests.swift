// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway's engine with a simulated store, provider, devices and people that a seed
/// determines: crashes at any point, sleeping nodes, commits without a response, outages, storms of
/// rejections.
///
/// `BELLHOP_GATEWAY_SEED=123 make test FILTER=GatewaySimulationTests` runs one seed and
/// prints its events.
struct GatewaySimulationTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    private static let seedCount: UInt64 = isLong ? 2000 : 100
    /// The number of parallel runs.
    private static let shareCount: UInt64 = 2

    @Test(arguments: 0..<shareCount)
    func `nothing is lost, repeated or sent at the wrong time, whatever fails`(
        share: UInt64
    ) {
        var tally = GatewayTally()
        for seed in stride(from: share, to: Self.seedCount, by: Int(Self.shareCount)) {
            var world = GatewayWorld(seed: seed)
            world.run()
            tally.add(world.truth.tally)
            for problem in world.truth.problems {
                Issue.record(
                    """
                    seed \(seed): \(problem); replay: BELLHOP_GATEWAY_SEED=\(seed) make test \
                    FILTER=GatewaySimulationTests
                    """)
            }
        }
        // The conditions must be neither too hostile nor too favorable.
        #expect(tally.accepted * 2 > tally.sends, "\(tally)")
        for count in [
            tally.rejected, tally.retries, tally.capped, tally.expired, tally.crashes,
            tally.journeys, tally.controls,
        ] {
            #expect(count > 0, "\(tally)")
        }
    }

    @Test(arguments: [3 as UInt64, 17, 42])
    func `two runs with the same seed are the same`(seed: UInt64) {
        var worlds = [GatewayWorld(seed: seed), GatewayWorld(seed: seed)]
        for index in worlds.indices { worlds[index].run() }
        #expect(worlds[0].eventCount > 100)
        #expect(worlds[0].trace.hash == worlds[1].trace.hash)
        #expect(worlds[0].eventCount == worlds[1].eventCount)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["BELLHOP_GATEWAY_SEED"] != nil))
    func `the events of one seed are printed`() throws {
        let text = ProcessInfo.processInfo.environment["BELLHOP_GATEWAY_SEED"] ?? ""
        let seed = try #require(UInt64(text), "BELLHOP_GATEWAY_SEED is a number")
        var world = GatewayWorld(seed: seed, recordsEvents: true)
        world.run()
        for line in world.trace.lines { print(line) }
        #expect(world.truth.problems == [])
    }
}
