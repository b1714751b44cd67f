// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The processor time of this process.
enum ProcessorTime {
    /// The time of all threads together, in user and in system mode.
    static var now: Duration {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs between platforms.
        getrusage(0, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
            $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
        }
    }
}
