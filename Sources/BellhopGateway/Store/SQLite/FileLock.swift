// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Holds a file for one process as long as it lives; `kill -9` lets go of it too.
final class FileLock: Sendable {
    private let descriptor: Mutex<CInt?>

    /// Takes the lock of a path, making an empty file there that stays.
    ///
    /// - Throws: ``GatewayStoreError`` when another process holds it or the file cannot be made.
    init(path: String) throws(GatewayStoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw GatewayStoreError(
                .inUse,
                "\(path) is held by another Bellhop; stop that one or use another state directory")
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Lets go of the lock; calling it again does nothing.
    func release() {
        let descriptor = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let descriptor else { return }
        // Said before closing: a child process that is just being started shares the descriptor,
        // and closing alone would leave the lock with it for a moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Makes an empty file that only its owner can read, or takes the rights of others from one
    /// that is there.
    static func makePrivate(path: String) throws(GatewayStoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw unwritable(path) }
    }

    private static func unwritable(_ path: String) -> GatewayStoreError {
        GatewayStoreError(
            .unwritable,
            "cannot write \(path): \(String(cString: strerror(errno))); check the directory and "
                + "its rights"
        )
    }
}
