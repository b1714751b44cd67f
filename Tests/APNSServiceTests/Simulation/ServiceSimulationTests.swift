// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The service against a simple model: devices that go online and offline, save power, mute, delete
/// and reinstall apps; notifications that expire, replace each other or are limited; broadcasts;
/// faults, restarts and a moving clock. A seed determines a run.
///
/// `BELLHOP_SEED=123 make test FILTER=ServiceSimulationTests` runs one seed and prints its events.
@Suite(.timeLimit(.minutes(30)))
struct ServiceSimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seedCount: UInt64 = environment["BELLHOP_LONG"] == nil ? 200 : 5_000
    /// The number of parallel runs.
    private static let shareCount: UInt64 = 4

    private func replay(_ seed: UInt64) -> String {
        "replay: BELLHOP_SEED=\(seed) make test FILTER=ServiceSimulationTests"
    }

    @Test(arguments: 0..<shareCount)
    func `each device receives what the model says`(share: UInt64) throws {
        var requestCount = 0
        var repeatCount = 0
        for seed in stride(from: share, to: Self.seedCount, by: Int(Self.shareCount)) {
            var run = try ServiceRun(seed: seed)
            try run.run()
            for problem in run.problems {
                Issue.record("seed \(seed): \(problem); \(replay(seed))")
            }
            requestCount += run.requestCount
            repeatCount += run.service.repeatCount
        }
        // Requests that repeat an earlier one take a different path through the service.
        #expect(repeatCount * 20 > requestCount, "\(repeatCount) of \(requestCount)")
    }

    /// With these seeds, a token becomes invalid at the moment at which the process ends.
    @Test(arguments: [244, 361, 1_004, 4_866] as [UInt64])
    func `a seed that once revealed an error reveals none now`(seed: UInt64) throws {
        var run = try ServiceRun(seed: seed)
        try run.run()
        #expect(run.problems == [])
    }

    @Test func `thousands of devices receive what the model says`() throws {
        var run = try ServiceRun(seed: 1, size: .large)
        try run.run()
        #expect(run.problems == [])
        #expect(run.deviceIDs.count == 2_000)
    }

    @Test(arguments: [1, 7, 42] as [UInt64])
    func `a seed always gives the same log, byte for byte`(seed: UInt64) throws {
        var logs: [[UInt8]] = []
        for _ in 0..<2 {
            var run = try ServiceRun(seed: seed, recordsEvents: true)
            try run.run()
            logs.append(Array(run.lines.joined(separator: "\n").utf8))
        }
        #expect(logs[0].count > 2_000)
        #expect(logs[0] == logs[1])
    }

    @Test(arguments: SimulatedService.Bug.allCases)
    func `an injected error is detected`(bug: SimulatedService.Bug) throws {
        let seed = try (0..<Self.seedCount).first { seed in
            var run = try ServiceRun(seed: seed, bug: bug)
            try run.run()
            return !run.problems.isEmpty
        }
        #expect(seed != nil, "no seed below \(Self.seedCount) detects it")
    }

    @Test(.enabled(if: environment["BELLHOP_SEED"] != nil))
    func `the events of one seed are printed`() throws {
        let seed = try #require(
            UInt64(Self.environment["BELLHOP_SEED"] ?? ""), "BELLHOP_SEED is a number")
        var run = try ServiceRun(seed: seed, recordsEvents: true)
        try run.run()
        for line in run.lines { print(line) }
        #expect(run.problems == [])
    }
}
