// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import LocalSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The file to which lines with spans are appended. Only its owner can read it, because spans name
/// apps.
///
/// A file that would become too large is renamed, with the suffix `.1`, and a new one begins; an
/// older file with that name is removed. Programs that follow the file, such as the OpenTelemetry
/// Collector, read the renamed one to its end.
struct TraceFile: ~Copyable {
    /// The maximum size of a file in bytes. The two files together take at most twice as much.
    static let byteCountMax = 64 << 20
    /// The suffix of the renamed file.
    static let oldSuffix = ".1"

    private static let mode: mode_t = 0o600

    private let path: String
    private let byteCountMax: Int
    private var descriptor: Int32
    private var byteCount: Int
    /// Whether the file ends in the middle of a line, because the previous process was killed.
    private var needsLineFeed: Bool

    /// Opens the file for appending, or creates it.
    ///
    /// - Throws: ``/LocalSystem/SystemError``; `EEXIST` if the path is not a regular file.
    init(path: String, byteCountMax: Int = TraceFile.byteCountMax) throws(SystemError) {
        self.path = path
        self.byteCountMax = byteCountMax
        descriptor = try Self.open(path)
        byteCount = Self.size(of: descriptor)
        needsLineFeed = byteCount > 0 && !Self.endsLine(descriptor, byteCount)
    }

    deinit { close(descriptor) }

    /// Appends a line as a whole or not at all.
    ///
    /// - Returns: whether the file was full and was renamed before the line was written.
    mutating func append(_ line: [UInt8]) throws(SystemError) -> Bool {
        let isFull = byteCount > 0 && byteCount + line.count > byteCountMax
        if isFull { try beginNew() }
        try write(needsLineFeed ? [UInt8(ascii: "\n")] + line : line)
        needsLineFeed = false
        return isFull
    }

    private mutating func beginNew() throws(SystemError) {
        guard rename(path, path + Self.oldSuffix) == 0 else { throw .last }
        let opened = try Self.open(path)
        // The programs that could read the previous file can read the new one, too.
        var previous = stat()
        if fstat(descriptor, &previous) == 0 { _ = fchmod(opened, previous.st_mode & 0o777) }
        close(descriptor)
        descriptor = opened
        byteCount = Self.size(of: opened)
        needsLineFeed = false
    }

    private mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemError.last
                // Without this, the next line would be appended to an incomplete line.
                _ = ftruncate(descriptor, off_t(byteCount))
                throw error
            }
            rest = rest.dropFirst(count)
        }
        byteCount += bytes.count
    }

    private static func open(_ path: String) throws(SystemError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW
        let descriptor = systemOpen(path, flags, mode)
        guard descriptor >= 0 else { throw .last }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(code: EEXIST)
        }
        return descriptor
    }

    private static func size(of descriptor: Int32) -> Int {
        max(0, Int(lseek(descriptor, 0, SEEK_END)))
    }

    private static func endsLine(_ descriptor: Int32, _ byteCount: Int) -> Bool {
        var last: UInt8 = 0
        let count = pread(descriptor, &last, 1, off_t(byteCount - 1))
        return count == 1 && last == UInt8(ascii: "\n")
    }
}

/// Calls the system's `open` function, which a method with the same name would hide. The next
/// function does the same for `write`.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
