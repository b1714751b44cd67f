// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import LocalSystem

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

/// A state directory for one run. At the end of the run, it is removed with its contents.
struct TemporaryState {
    let directory: StateDirectory

    /// Creates a directory with a new name, which only its owner can read.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if the directory cannot be created.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array((folder + "/bellhop-apns-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(
                .cannotCreate,
                "\(folder.printable): cannot create a state directory: \(SystemError.last); choose "
                    + "one with --state-dir")
        }
        directory = StateDirectory(
            String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory.path) }
}
