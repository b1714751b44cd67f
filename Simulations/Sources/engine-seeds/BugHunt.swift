// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider

/// Verifies that the simulation detects every injected error of the engine.
struct BugHunt {
    let seedCountMax: UInt64

    #if BELLHOP_BUGS
    func run() throws {
        var missed: [Bug] = []
        for bug in Bug.allCases {
            let detection = try Bug.$chosen.withValue(bug) { () -> (UInt64, String)? in
                for seed in 0..<seedCountMax {
                    if let problem = try SimWorld.problems(seed: seed).first {
                        return (seed, problem)
                    }
                }
                return nil
            }
            let name = bug.rawValue + String(repeating: " ", count: 30 - bug.rawValue.count)
            guard let (seed, problem) = detection else {
                missed.append(bug)
                print("\(name) NOT DETECTED by \(seedCountMax) seeds")
                continue
            }
            print("\(name) seed \(seed): \(problem)")
        }
        let count = Bug.allCases.count
        print("\(count - missed.count) of \(count) injected errors detected")
        if !missed.isEmpty { exit(1) }
    }
    #else
    func run() throws {
        print("built without the injected errors; use `make bugs`")
        exit(1)
    }
    #endif
}
