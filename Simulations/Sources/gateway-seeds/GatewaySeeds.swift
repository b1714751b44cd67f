// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// Runs seeds of the simulation of the gateway's engine.
///
///     gateway-seeds [COUNT [FIRST]]   runs COUNT seeds; names those that failed
///     gateway-seeds story SEED        runs one seed and prints all its events
///     gateway-seeds bugs [COUNT]      injects each error until a seed detects it
@main
struct GatewaySeeds {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.compactMap { UInt64($0) }
        switch arguments.first {
        case "story": printEvents(of: numbers.first ?? 0)
        case "bugs": GatewayBugHunt(seedCountMax: numbers.first ?? 10_000).run()
        default:
            let first = numbers.count > 1 ? numbers[1] : 0
            if run(first..<first + (numbers.first ?? 2000)) > 0 { exit(1) }
        }
    }

    private static func printEvents(of seed: UInt64) {
        var world = GatewayWorld(seed: seed, recordsEvents: true)
        world.run()
        for line in world.trace.lines { print(line) }
        for problem in world.truth.problems { print("PROBLEM: \(problem)") }
    }

    /// Runs seeds and returns how many failed.
    private static func run(_ seeds: Range<UInt64>) -> Int {
        var failed = 0
        var tally = GatewayTally()
        for seed in seeds {
            var world = GatewayWorld(seed: seed)
            world.run()
            tally.add(world.truth.tally)
            guard !world.truth.problems.isEmpty else { continue }
            failed += 1
            print("seed \(seed): \(world.truth.problems.joined(separator: "; "))")
            if failed >= 20 { break }
        }
        print("\(seeds.count) seeds, \(failed) failed")
        print(tally)
        return failed
    }
}
