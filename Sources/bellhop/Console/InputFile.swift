// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads what a person names on the command line, with a limit; `-` is standard input.
enum InputFile {
    /// Reads a file whole.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read and 65 when it is too
    ///   large.
    static func read(_ path: String, byteCountMax: Int, what: String) throws -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let hint = errno == ENOENT ? "check the path" : "check its permissions"
            throw CommandFailure(
                .unreadable, "\(name): cannot read this file: \(Errno.text); \(hint)")
        }
        defer { if path != "-" { close(descriptor) } }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure(.unreadable, "\(name): this is a directory; name \(what)")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                systemRead(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                throw CommandFailure(.unreadable, "\(name): cannot read this file: \(Errno.text)")
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk.prefix(count))
            if bytes.count > byteCountMax {
                throw CommandFailure(
                    .badInput,
                    "\(name): this file has more than \(byteCountMax) bytes, so it is not \(what); "
                        + "check that it is the right file")
            }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    read(descriptor, start, count)
}

/// The words for the last error of a system call.
enum Errno {
    static var text: String { String(cString: strerror(errno)) }
}
