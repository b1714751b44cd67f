// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// Verifies that the simulation detects every injected error of the gateway's engine.
struct GatewayBugHunt {
    let seedCountMax: UInt64

    #if BELLHOP_BUGS
    func run() {
        var missedCount = 0
        for bug in Bug.allCases {
            let detection = Bug.$chosen.withValue(bug) { () -> (UInt64, String)? in
                for seed in 0..<seedCountMax {
                    if let problem = GatewayWorld.problems(seed: seed).first {
                        return (seed, problem)
                    }
                }
                return nil
            }
            let name = bug.rawValue + String(repeating: " ", count: 30 - bug.rawValue.count)
            guard let (seed, problem) = detection else {
                missedCount += 1
                print("\(name) NOT DETECTED by \(seedCountMax) seeds")
                continue
            }
            print("\(name) seed \(seed): \(problem.prefix(120))")
        }
        let count = Bug.allCases.count
        print("\(count - missedCount) of \(count) injected errors detected")
        if missedCount > 0 { exit(1) }
    }
    #else
    func run() {
        print("built without the injected errors; use `make bugs`")
        exit(1)
    }
    #endif
}
