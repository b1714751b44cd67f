// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import LocalSystem

/// Writes secrets to a file that only its owner can read.
enum SecretFile {
    /// - Parameters:
    ///   - force: whether an existing file is overwritten.
    ///   - what: a description for the message, for instance "the key".
    /// - Throws: ``CommandFailure`` with status 73.
    static func write(_ bytes: [UInt8], to path: String, force: Bool, what: String) throws {
        do throws(SystemError) {
            try PrivateFile.create(path, with: bytes, overwrites: force)
        } catch {
            let hint =
                error.isExistingFile && !force
                ? "give --force to replace it" : "choose another path"
            throw CommandFailure(
                .cannotCreate, "\(path.printable): cannot write \(what): \(error); \(hint)")
        }
    }
}
