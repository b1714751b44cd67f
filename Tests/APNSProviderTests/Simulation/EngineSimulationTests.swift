// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client's engine with simulated servers and networks that a seed determines: split and joined
/// bytes, shrinking windows and limits, GOAWAY, resets, silence, late responses, expired tokens.
///
/// `BELLHOP_SEED=123 make test FILTER=EngineSimulationTests` runs one seed and prints its events;
/// `make seeds` runs ten thousand seeds in an optimized build.
struct EngineSimulationTests {
    private static let seedCount: UInt64 = 80
    /// The number of parallel runs.
    private static let shareCount: UInt64 = 4

    @Test(arguments: 0..<shareCount)
    func `every request ends once, before its deadline, with its own response`(
        share: UInt64
    ) throws {
        var tally = SimTally()
        for seed in stride(from: share, to: Self.seedCount, by: Int(Self.shareCount)) {
            var world = SimWorld(seed: seed)
            try world.run()
            tally.add(world)
            for problem in world.record.problems {
                Issue.record(
                    """
                    seed \(seed): \(problem); replay: BELLHOP_SEED=\(seed) make test \
                    FILTER=EngineSimulationTests
                    """)
            }
        }
        // The conditions must be neither too hostile nor too favorable.
        #expect(tally.acceptedCount * 4 > tally.requestCount, "\(tally)")
        for count in [
            tally.rejectedCount, tally.openCount, tally.unsentCount, tally.repeatedCount,
            tally.refusedCount, tally.expiredCount,
        ] {
            #expect(count > 0, "\(tally)")
        }
    }

    @Test func `a seed always gives the same run`() throws {
        var stories: [[String]] = []
        for _ in 0..<2 {
            var world = SimWorld(seed: 7, recordsEvents: true)
            try world.run()
            stories.append(world.story?.lines ?? [])
        }
        #expect(stories[0].count > 100)
        #expect(stories[0] == stories[1])
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["BELLHOP_SEED"] != nil))
    func `the events of one seed are printed`() throws {
        let text = ProcessInfo.processInfo.environment["BELLHOP_SEED"] ?? ""
        let seed = try #require(UInt64(text), "BELLHOP_SEED is a number")
        var world = SimWorld(seed: seed, recordsEvents: true)
        try world.run()
        for line in world.story?.lines ?? [] { print(line) }
        #expect(world.record.problems == [])
    }
}
