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

/// Standard input. Its end shows that the program that started this program has ended.
package enum StandardInput {
    /// The descriptor, for an event source.
    package static let descriptor = STDIN_FILENO

    /// Whether standard input comes from another program. This is the case for a pipe, and for a
    /// socket, which some runtimes use for their child processes. A terminal, a file or /dev/null
    /// does not end when the other program ends.
    package static var isFromProgram: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Reads and ignores the available bytes, at most 4 KiB, and returns whether the other end is
    /// closed. The caller must have waited for an event; otherwise, this method may wait.
    package static func skipsToEnd() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
    }
}
