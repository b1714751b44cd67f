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

/// The error of a failed system call, with the system's own description, for instance `Permission
/// denied`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the error (`errno`).
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The last error of this thread. Read it before any other call can fail.
    package static var last: SystemError { SystemError(code: errno) }

    /// Whether the error states that a file, or a directory in its path, does not exist.
    package var isMissingFile: Bool { code == ENOENT }

    /// Whether the error states that the path already exists.
    package var isExistingFile: Bool { code == EEXIST }

    package var description: String { String(cString: strerror(code)) }
}
