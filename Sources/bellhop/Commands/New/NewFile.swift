// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import CommandSupport
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes a file that must not exist yet.
enum NewFile {
    /// Writes a new file.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if the file exists or cannot be created.
    static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let hint =
                errno == EEXIST
                ? "give another file name, or remove this file"
                : "check that the folder exists, and its permissions"
            throw CommandFailure(.cannotCreate, "\(path): \(Errno.text); \(hint)")
        }
        defer { close(descriptor) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw CommandFailure(
                    .cannotCreate, "\(path): \(Errno.text); check that the disk has room")
            }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// Calls the system's `write` function. Inside a type with a method named `write`, that method
/// would hide the function.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
