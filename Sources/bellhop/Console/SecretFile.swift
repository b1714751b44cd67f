// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes secrets to a file that only its owner can read.
enum SecretFile {
    /// - Parameters:
    ///   - force: whether a file that is there is replaced.
    ///   - what: for the message, for instance "the key".
    /// - Throws: ``CommandFailure`` with status 73.
    static func write(_ bytes: [UInt8], to path: String, force: Bool, what: String) throws {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL)
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let hint = errno == EEXIST ? "give --force to replace it" : "choose another path"
            throw CommandFailure(
                .cannotCreate, "\(path): cannot write \(what): \(Errno.text); \(hint)")
        }
        defer { close(descriptor) }
        // A file that was there may be readable by others.
        guard fchmod(descriptor, 0o600) == 0,
            systemWrite(descriptor, bytes, bytes.count) == bytes.count
        else {
            throw CommandFailure(.cannotCreate, "\(path): cannot write \(what): \(Errno.text)")
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
