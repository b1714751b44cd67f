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

/// Reads and writes files that only their owner can read and write, such as keys, tokens and the
/// addresses of servers.
package enum PrivateFile {
    private static let mode: mode_t = 0o600

    /// Writes a file completely or not at all, and replaces an existing file.
    ///
    /// The bytes are first written to a file with the suffix `.new` in the same folder. An existing
    /// file with that name might be a link or be readable by others, so it is removed and never
    /// written to.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let temporary = path + ".new"
        _ = unlink(temporary)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(temporary, flags, mode)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        do throws(SystemError) {
            try write(bytes, to: descriptor)
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw .last }
        } catch {
            _ = unlink(temporary)
            throw error
        }
    }

    /// Writes a new file.
    ///
    /// - Parameter overwrites: whether an existing regular file is overwritten. If `false`, or if
    ///   the path is not a regular file, the error is `EEXIST`.
    package static func create(
        _ path: String, with bytes: [UInt8], overwrites: Bool
    ) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | (overwrites ? 0 : O_EXCL)
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        guard isRegular(descriptor) else { throw SystemError(code: EEXIST) }
        // An existing file may be readable by others, so its permissions are changed first.
        guard fchmod(descriptor, mode) == 0, ftruncate(descriptor, 0) == 0 else { throw .last }
        try write(bytes, to: descriptor)
    }

    /// Makes an empty file, or removes the permissions of others from an existing file.
    package static func make(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        guard isRegular(descriptor) else { throw SystemError(code: EEXIST) }
        guard fchmod(descriptor, mode) == 0 else { throw .last }
    }

    /// The reason why a file cannot be read.
    package enum ReadingFailure: Error, Hashable, Sendable {
        case unreadable(SystemError)
        /// The path does not refer to a regular file, but for instance to a folder or a pipe.
        case notAFile
        /// The file belongs to another user, or others can read or write it.
        case notPrivate
    }

    /// Reads a file that must be private to the caller's user. Returns `nil` when the file does not
    /// exist. A symbolic link is not followed.
    ///
    /// - Parameter byteCountMax: the maximum number of bytes that are read; the rest of a longer
    ///   file is ignored.
    package static func read(
        _ path: String, byteCountMax: Int
    ) throws(ReadingFailure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = SystemError.last
            if error.isMissingFile { return nil }
            throw .unreadable(error)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .notPrivate }
        var bytes = [UInt8](repeating: 0, count: byteCountMax)
        let count = bytes.withUnsafeMutableBytes {
            systemRead(descriptor, $0.baseAddress, $0.count)
        }
        guard count >= 0 else { throw .unreadable(.last) }
        return Array(bytes.prefix(count))
    }

    private static func isRegular(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last }
            rest = rest.dropFirst(count)
        }
    }
}

/// Calls the system's `read` function, which a method with the same name would hide. The next
/// function does the same for `write`.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    read(descriptor, start, count)
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
