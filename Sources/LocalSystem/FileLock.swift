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

/// An exclusive lock between processes. It also excludes other threads of the same process, because
/// each attempt to take the lock opens the file, and a lock of `flock(2)` belongs to the open file.
/// The system releases the lock when the process ends, even after `kill -9`.
///
/// The lock protects only against code that also takes the lock.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the lock of a path. An empty lock file remains at the path permanently.
    ///
    /// - Returns: The lock; `nil` when another process or thread holds it.
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

    /// Waits until no other process or thread holds the lock, and takes it.
    ///
    /// - Throws: ``SystemError`` in the same cases as ``take(_:)``.
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

    /// Releases the lock. Call this method after the last use of the data that the lock protects;
    /// otherwise, the compiler may destroy the lock earlier.
    package consuming func release() {}

    deinit {
        // The lock is released before the descriptor is closed. A child process that is being
        // started at this moment shares the descriptor, so if the descriptor were only closed, the
        // child would briefly hold the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Calls the system's `open` function, which a method with the same name would hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
