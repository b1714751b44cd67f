// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import LocalSystem
import SQLCore
import Synchronization

/// Locks a database for one process, for as long as the process lives; `kill -9` releases the lock,
/// too.
final class DatabaseLock: Sendable {
    private let lock: Mutex<FileLock?>

    /// Acquires a lock file.
    ///
    /// - Throws: ``SQLError`` if another process has locked the file or the file cannot be created.
    init(path: String) throws(SQLError) {
        let taken: FileLock?
        do throws(SystemError) { taken = try FileLock.take(path) } catch {
            throw Self.unwritable(path, error)
        }
        guard let taken else {
            throw SQLError(
                .inUse,
                "another process of Bellhop uses \(path); stop that process or use another state "
                    + "directory")
        }
        lock = Mutex(taken)
    }

    /// Releases the lock; calling it again does nothing.
    func release() { lock.withLock { $0 = nil } }

    /// Creates an empty file that only its owner can read and write, or restricts the permissions
    /// of an existing file to those of its owner.
    static func makePrivate(path: String) throws(SQLError) {
        do throws(SystemError) { try PrivateFile.make(path) } catch {
            throw unwritable(path, error)
        }
    }

    private static func unwritable(_ path: String, _ error: SystemError) -> SQLError {
        SQLError(
            .unwritable, "cannot write \(path): \(error); check the directory and its permissions")
    }
}
