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

/// A folder for files that only their owner can read and write.
package enum PrivateFolder {
    /// The users who can create files in a folder, apart from the folder's owner.
    package enum Writers: Hashable, Sendable {
        case nobody, group, everybody
    }

    /// Creates a folder that only its owner can access. Does nothing if the path already exists.
    package static func make(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0 else { return }
        let error = SystemError.last
        guard error.isExistingFile else { throw error }
    }

    /// Checks that files can be created in a folder.
    package static func checkWritable(_ path: String) throws(SystemError) {
        guard mode(path) & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
        guard access(path, W_OK | X_OK) == 0 else { throw .last }
    }

    /// Returns the other users who can create files in a folder.
    package static func writers(_ path: String) -> Writers {
        let mode = mode(path)
        if mode & S_IWOTH != 0 { return .everybody }
        return mode & S_IWGRP != 0 ? .group : .nobody
    }

    /// Returns the type and the permissions of a path; 0 when nothing exists at the path.
    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : 0
    }
}
