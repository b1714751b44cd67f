// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many files and sockets this process may have open.
enum Descriptors {
    /// As many as are asked for at most. More would be of no use to a server on one machine.
    private static let wanted: rlim_t = 16_384
    /// What is taken when the system does not say.
    private static let countDefault = 1_024

    /// The limit, raised as far as the system lets any process raise it: the limit that a process
    /// starts with is 256 on macOS and 1,024 on most of Linux, for the sake of programs that use
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
