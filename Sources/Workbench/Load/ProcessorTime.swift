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
    /// The processor time of all threads together, in user mode and in system mode.
    static var now: Duration {
        // POSIX defines CLOCKS_PER_SEC as one million. `getrusage` is not used, because the module
        // of the C library that exposes the members of `rusage` depends on the other imports of a
        // target.
        .microseconds(Int64(clock()))
    }
}
