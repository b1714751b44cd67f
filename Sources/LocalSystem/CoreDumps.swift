// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Keeps the memory of a process that holds keys out of files.
package enum CoreDumps {
    /// Allows no core dump of this process and those it starts.
    ///
    /// The limit is what most systems go by. Linux ignores it when a program takes the dumps; so
    /// no part of the memory is selected for a dump there, either. Debuggers still work.
    package static func disable() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(coreSize, &limit)
        #if os(Linux)
        let descriptor = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        write(descriptor, "0\n", 2)
        close(descriptor)
        #endif
    }

    #if canImport(Glibc)
    private static var coreSize: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_CORE.rawValue) }
    #else
    private static var coreSize: Int32 { Int32(RLIMIT_CORE) }
    #endif
}
