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

/// The resources that this process has used.
package struct Usage {
    /// Processor time of all threads, in seconds, in user and system mode.
    package let processorSeconds: Double
    /// The largest memory use, in bytes.
    package let memoryBytesMax: Int

    package static var now: Usage {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which has another type on each platform.
        getrusage(0, &usage)
        // POSIX: processor time in millionths of a second, on every system.
        let seconds = Double(clock()) / 1_000_000
        #if canImport(Darwin)
        return Usage(processorSeconds: seconds, memoryBytesMax: Int(usage.ru_maxrss))
        #else
        return Usage(processorSeconds: seconds, memoryBytesMax: Int(usage.ru_maxrss) * 1024)
        #endif
    }

    /// The current memory use in bytes; the largest one where the system does not report it.
    package static var residentBytes: Int {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/statm"),
            let text = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) }),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return now.memoryBytesMax }
        return pages * Int(getpagesize())
    }
}
