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

/// A system call that failed, in the system's own text, for instance `Permission denied`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the error (`errno`).
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The last error of this thread. Call it before anything else can fail.
    package static var last: SystemError { SystemError(code: errno) }

    /// Whether a file, or a directory on the way to it, is not there.
    package var isMissingFile: Bool { code == ENOENT }

    /// Whether something is already there.
    package var isExistingFile: Bool { code == EEXIST }

    package var description: String { String(cString: strerror(code)) }
}
