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

/// An exclusive lock between processes, and between threads that each take it, because a lock of
/// `flock(2)` belongs to the open file. The system releases it when the process ends, even after
/// `kill -9`.
///
/// It protects only against code that takes the lock too.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the lock of a path. An empty lock file remains there permanently.
    ///
    /// - Returns: The lock; `nil` when it is already taken.
    /// - Throws: ``SystemError`` when the file cannot be opened; a symbolic link is not followed.
    package static func take(_ path: String) throws(SystemError) -> FileLock? {
        let descriptor = try open(path)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last
            if error.code == EINTR { continue }
            close(descriptor)
            guard error.code == EWOULDBLOCK else { throw error }
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    /// Takes the lock, and waits while it is taken.
    ///
    /// - Throws: ``SystemError`` as ``take(_:)`` does.
    package static func wait(_ path: String) throws(SystemError) -> FileLock {
        let descriptor = try open(path)
        while flock(descriptor, LOCK_EX) != 0 {
            let error = SystemError.last
            if error.code == EINTR { continue }
            close(descriptor)
            throw error
        }
        return FileLock(descriptor: descriptor)
    }

    private static func open(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = systemOpen(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Releases the lock. Call it last, so that the compiler does not destroy the lock earlier.
    package consuming func release() {}

    deinit {
        // Unlocked before it is closed: a child process that is being started at this moment shares
        // the descriptor, and closing alone would briefly leave the lock with the child.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Calls the system's `open`, which a method of the same name would hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
