// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider

/// Shows that the simulation notices every deliberate fault of the engine.
struct BugHunt {
    let seedCountMax: UInt64

    #if BELLHOP_BUGS
    func run() throws {
        var missed: [Bug] = []
        for bug in Bug.allCases {
            let catcher = try Bug.$chosen.withValue(bug) { () -> (UInt64, String)? in
                for seed in 0..<seedCountMax {
                    if let fault = try SimWorld.faults(seed: seed).first { return (seed, fault) }
                }
                return nil
            }
            let name = bug.rawValue + String(repeating: " ", count: 30 - bug.rawValue.count)
            guard let (seed, fault) = catcher else {
                missed.append(bug)
                print("\(name) MISSED by \(seedCountMax) seeds")
                continue
            }
            print("\(name) seed \(seed): \(fault)")
        }
        print("\(Bug.allCases.count - missed.count) of \(Bug.allCases.count) caught")
        if !missed.isEmpty { exit(1) }
    }
    #else
    func run() throws {
        print("built without the faults; use `make bugs`")
        exit(1)
    }
    #endif
}
