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

/// Prevents the memory of a process that contains keys from being written to files.
package enum CoreDumps {
    /// Disables core dumps of this process and of the processes that it starts.
    ///
    /// Most systems respect the resource limit. Linux ignores the limit when core dumps are piped
    /// to a program. On Linux, therefore, the dump filter also excludes all memory. Debuggers still
    /// work.
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
