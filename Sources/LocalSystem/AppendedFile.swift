// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file to which lines are appended, or the standard output.
///
/// The file is opened each time that bytes are appended. If another program has renamed the file, a
/// new file is created.
package struct AppendedFile: Sendable {
    private static let mode: mode_t = 0o600
    private let path: String?

    /// - Parameter path: `-` for the standard output.
    /// - Throws: `SystemError` if the file cannot be written.
    package init(_ path: String) throws(SystemError) {
        self.path = path == "-" ? nil : path
        try append([])
    }

    /// Appends bytes durably. If some of the bytes cannot be written to a file, the file keeps its
    /// previous content.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        guard let path else { return try Self.write(bytes, to: STDOUT_FILENO) }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        let descriptor = open(path, flags, Self.mode)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        do throws(SystemError) {
            try Self.write(bytes, to: descriptor)
            if isRegular, !bytes.isEmpty, fsync(descriptor) != 0 { throw .last }
        } catch {
            if isRegular { _ = ftruncate(descriptor, status.st_size) }
            throw error
        }
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

/// Calls the system's `write` function, which a method with the same name would hide.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
