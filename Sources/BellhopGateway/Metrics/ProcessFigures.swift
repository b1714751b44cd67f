// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's figures for this process.
struct ProcessFigures: Sendable {
    let cpuSeconds: Double
    /// The resident memory in bytes; `nil` on systems without `/proc`.
    let residentBytes: Int?
    /// The number of open file descriptors; `nil` on systems without `/proc`.
    let openDescriptors: Int?

    init() {
        var usage = rusage()
        // 0 is `RUSAGE_SELF`, whose type differs between the systems.
        getrusage(0, &usage)
        cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        residentBytes = Self.pages().map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
        openDescriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .count
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    /// Returns the number of resident pages, which is the second number in `/proc/self/statm`.
    private static func pages() -> Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else {
            return nil
        }
        let numbers = String(decoding: data, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]) : nil
    }
}
