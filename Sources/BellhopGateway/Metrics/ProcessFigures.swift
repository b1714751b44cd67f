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

    /// POSIX requires that `CLOCKS_PER_SEC` is a million. `getrusage` returns the same processor
    /// time, but with a static standard library, Swift 6.3 does not find the fields of `timeval`.
    private static let clocksPerSecond: Double = 1_000_000

    init() {
        cpuSeconds = Double(clock()) / Self.clocksPerSecond
        residentBytes = Self.pages().map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
        openDescriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .count
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
