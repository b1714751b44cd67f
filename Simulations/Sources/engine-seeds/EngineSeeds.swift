// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider

/// Runs seeds of the engine's simulation.
///
///     engine-seeds [COUNT [FIRST]]   runs COUNT seeds; names those that failed
///     engine-seeds story SEED        runs one seed and prints all its events
///     engine-seeds bugs [COUNT]      injects each error until a seed detects it
@main
struct EngineSeeds {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.compactMap { UInt64($0) }
        switch arguments.first {
        case "story": try printEvents(of: numbers.first ?? 0)
        case "bugs": try BugHunt(seedCountMax: numbers.first ?? 2000).run()
        default:
            let first = numbers.count > 1 ? numbers[1] : 0
            let failed = try run(first..<first + (numbers.first ?? 10_000))
            if failed > 0 { exit(1) }
        }
    }

    private static func printEvents(of seed: UInt64) throws {
        var world = SimWorld(seed: seed, recordsEvents: true)
        try world.run()
        for line in world.story?.lines ?? [] { print(line) }
        for problem in world.record.problems { print("PROBLEM: \(problem)") }
    }

    /// Runs seeds and returns how many failed.
    private static func run(_ seeds: Range<UInt64>) throws -> Int {
        var failed = 0
        var tally = SimTally()
        for seed in seeds {
            var world = SimWorld(seed: seed)
            try world.run()
            tally.add(world)
            guard !world.record.problems.isEmpty else { continue }
            failed += 1
            print("seed \(seed): \(world.record.problems.joined(separator: "; "))")
            if failed >= 20 { break }
        }
        print("\(seeds.count) seeds, \(failed) failed")
        print(tally)
        return failed
    }
}
