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

/// Reads an input that is specified on the command line, which is a file, or a pipe to which a
/// program writes. No input can make the reader wait or read indefinitely.
package enum InputReader {
    /// The maximum time without data from a pipe, before its first byte or between two bytes.
    package static let silenceMax = Duration.seconds(30)

    /// The reason why the input cannot be read.
    package enum Failure: Error, Hashable, Sendable {
        case unreadable(SystemError)
        case directory
        /// The input is neither a file nor a pipe, but for instance a disk.
        case notAFile
        /// The input has more bytes than the limit.
        case tooLarge
        /// A pipe delivered no data for this duration.
        case silent(Duration)
    }

    /// Reads a complete file.
    ///
    /// A named pipe is opened without waiting for a writer. `/dev/fd/N`, with which shells replace
    /// `<(command)`, is the inherited descriptor, so that a command without output results in empty
    /// input instead of a timeout.
    ///
    /// - Parameters:
    ///   - byteCountMax: the maximum number of bytes that are read.
    ///   - silenceMax: the longest time without data from a pipe. Regular files have no such limit.
    package static func read(
        _ path: String, byteCountMax: Int, silenceMax: Duration = silenceMax
    ) throws(Failure) -> [UInt8] {
        let descriptor =
            if let inherited = inheritedDescriptor(path) { dup(inherited) } else {
                open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            }
        guard descriptor >= 0 else { throw .unreadable(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(.last) }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return try readAll(descriptor, byteCountMax, sizeEstimate: Int(status.st_size))
        case S_IFIFO, S_IFCHR, S_IFSOCK:
            return try readAll(descriptor, byteCountMax, silenceMax: silenceMax)
        case S_IFDIR: throw .directory
        default: throw .notAFile
        }
    }

    /// Reads standard input to its end. There is no time limit, because a person may type the
    /// input.
    package static func readStandardInput(byteCountMax: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { throw .unreadable(.last) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .directory }
        return try readAll(STDIN_FILENO, byteCountMax)
    }

    /// Returns the descriptor's number in a path such as `/dev/fd/63`.
    private static func inheritedDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            let digits = path.dropFirst(folder.count)
            return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(digits) : nil
        }
        return nil
    }

    private static func readAll(
        _ descriptor: Int32, _ byteCountMax: Int, silenceMax: Duration? = nil,
        sizeEstimate: Int = 0
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(sizeEstimate, byteCountMax))
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            if let silenceMax { try waitForBytes(descriptor, silenceMax) }
            let count = chunk.withUnsafeMutableBytes {
                systemRead(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                // Another process that shares the descriptor may have made it nonblocking.
                if errno == EINTR || errno == EAGAIN {
                    try waitForBytes(descriptor, silenceMax)
                    continue
                }
                throw .unreadable(.last)
            }
            if count == 0 { return bytes }
            chunk.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(count)) }
            if bytes.count > byteCountMax { throw .tooLarge }
        }
    }

    /// Waits until data can be read, or until all writers have closed the pipe.
    private static func waitForBytes(
        _ descriptor: Int32, _ silenceMax: Duration?
    ) throws(Failure) {
        let milliseconds = silenceMax.map { limit in
            Int32(clamping: limit.components.seconds.multipliedClamping(by: 1000))
        }
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&asked, 1, milliseconds ?? -1)
            if count > 0 { return }
            if count == 0 { throw .silent(silenceMax ?? .zero) }
            guard errno == EINTR else { throw .unreadable(.last) }
        }
    }
}

extension Int64 {
    fileprivate func multipliedClamping(by factor: Int64) -> Int64 {
        let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
        return isTooLarge ? .max : product
    }
}

/// Calls the system's `read` function, which a method with the same name would hide.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    read(descriptor, start, count)
}
