// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What one operation costs in wall time, on one thread.
struct Measurement {
    /// How often a batch is repeated; the fastest counts, because disturbances only ever slow down.
    static let batchCount = 7
    /// How long a batch takes at least.
    static let batchTimeMin = Duration.milliseconds(120)

    let nanoseconds: Double

    var microseconds: Double { nanoseconds / 1000 }
    var perSecond: Double { 1_000_000_000 / nanoseconds }

    /// Measures an operation; what it returns is used, so that the compiler cannot leave it out.
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

/// What this process has used so far.
struct Usage {
    /// Processor time of all threads, in seconds, in user and system mode.
    let processorSeconds: Double
    /// The most memory that it ever held, in bytes.
    let memoryBytesMax: Int

    static var now: Usage {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which has another type on each platform.
        getrusage(0, &usage)
        let seconds = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
        }
        #if canImport(Darwin)
        return Usage(processorSeconds: seconds, memoryBytesMax: Int(usage.ru_maxrss))
        #else
        return Usage(processorSeconds: seconds, memoryBytesMax: Int(usage.ru_maxrss) * 1024)
        #endif
    }

    /// The memory that this process holds now, in bytes; where the system does not say, the most
    /// that it ever held.
    static var residentBytes: Int {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/statm"),
            let text = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) }),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return now.memoryBytesMax }
        return pages * Int(getpagesize())
    }
}
