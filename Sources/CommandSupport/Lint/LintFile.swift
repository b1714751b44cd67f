// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Foundation
import PushLint

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file to check. It is read up to the size limit for payloads.
enum LintFile {
    /// The result of reading the file.
    enum Content {
        case text(SourceText)
        /// The file is larger than the limit and was not read. The associated value is the file's
        /// size in bytes.
        case tooLarge(Int)
        /// The file cannot be read. The associated value is the reason, with a remedy.
        case unreadable(String)
    }

    /// Reads standard input.
    static func standardInput() -> Content {
        read(STDIN_FILENO, name: Diagnostic.Location.standardInput)
    }

    /// Reads a file. Pipes are read only if the shell created them for `<(command)`, because other
    /// pipes might never end.
    static func read(_ path: String) -> Content {
        var status = stat()
        guard stat(path, &status) == 0 else { return .unreadable("\(Errno.text); check the path") }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFREG, Int(status.st_size) > PayloadLinter.byteCountMax {
            return .tooLarge(Int(status.st_size))
        }
        guard kind == S_IFREG || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") else {
            return .unreadable("this is not a file; name a file, a folder or -")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .unreadable("\(Errno.text); check its permissions") }
        defer { close(descriptor) }
        return read(descriptor, name: path)
    }

    private static func read(_ descriptor: Int32, name: String) -> Content {
        let limit = PayloadLinter.byteCountMax
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                systemRead(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 { return .unreadable("\(Errno.text); check that it is a file") }
            if count == 0 { return .text(SourceText(name: name, bytes: bytes)) }
            bytes.append(contentsOf: chunk.prefix(count))
            if bytes.count > limit { return .tooLarge(bytes.count) }
        }
    }
}

/// Calls the system's `read` function. Inside a type, a method named `read` would hide that
/// function.
private func systemRead(
    _ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    read(descriptor, start, count)
}
