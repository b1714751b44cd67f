// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The number of files and sockets that this process may have open.
enum Descriptors {
    /// The limit that this process requests from the system. A server on one machine would not
    /// benefit from a higher limit.
    private static let wanted: rlim_t = 16_384
    /// The limit that this process assumes if the system does not report one.
    private static let countDefault = 1_024

    /// The limit after it was raised to ``wanted``, or as far as the system allows. Processes start
    /// with 256 on macOS and 1,024 on most Linux systems, for compatibility with programs that use
    /// `select`.
    static let count: Int = {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return countDefault }
        if limit.rlim_cur < min(limit.rlim_max, wanted) {
            limit.rlim_cur = min(limit.rlim_max, wanted)
            _ = setrlimit(resource, &limit)
            guard getrlimit(resource, &limit) == 0 else { return countDefault }
        }
        return Int(clamping: limit.rlim_cur)
    }()

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
