// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import LocalSystem
import Synchronization

/// Holds a database for one process as long as it lives; `kill -9` releases it, too.
final class StoreLock: Sendable {
    private let lock: Mutex<FileLock?>

    /// Takes the lock of a path.
    ///
    /// - Throws: ``GatewayStoreError`` when another process holds it or the file cannot be made.
    init(path: String) throws(GatewayStoreError) {
        let taken: FileLock?
        do throws(SystemError) { taken = try FileLock.take(path) } catch {
            throw Self.unwritable(path, error)
        }
        guard let taken else {
            throw GatewayStoreError(
                .inUse,
                "\(path) is held by another Bellhop; stop that one or use another state directory")
        }
        lock = Mutex(taken)
    }

    /// Releases the lock; calling it again does nothing.
    func release() { lock.withLock { $0 = nil } }

    /// Makes an empty file that only its owner can read, or takes the rights of others from one
    /// that is there.
    static func makePrivate(path: String) throws(GatewayStoreError) {
        do throws(SystemError) { try PrivateFile.make(path) } catch {
            throw unwritable(path, error)
        }
    }

    private static func unwritable(_ path: String, _ error: SystemError) -> GatewayStoreError {
        GatewayStoreError(
            .unwritable, "cannot write \(path): \(error); check the directory and its permissions")
    }
}
