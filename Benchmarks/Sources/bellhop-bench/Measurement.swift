// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The wall time of one operation on one thread.
struct Measurement {
    /// How often a batch is repeated. The fastest one counts, because disturbances only add time.
    static let batchCount = 7
    /// The minimum duration of a batch.
    static let batchTimeMin = Duration.milliseconds(120)

    let nanoseconds: Double

    var microseconds: Double { nanoseconds / 1000 }
    var perSecond: Double { 1_000_000_000 / nanoseconds }

    /// Measures an operation; its result is used, so that the compiler cannot remove it.
    init(_ operation: () throws -> Int) rethrows {
        var count = 1
        var sink = 0
        func batch() throws -> Duration {
            try ContinuousClock().measure {
                for _ in 0..<count { sink &+= try operation() }
            }
        }
        var elapsed = try batch()
        while elapsed < Self.batchTimeMin {
            count *= 2
            elapsed = try batch()
        }
        for _ in 1..<Self.batchCount { elapsed = min(elapsed, try batch()) }
        Self.consume(sink)
        nanoseconds = elapsed / .nanoseconds(1) / Double(count)
    }

    @inline(never) private static func consume(_ value: Int) {}
}
