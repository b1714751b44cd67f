// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import Diagnostics
import Workbench

/// Reads payload files that are named on the command line.
enum PayloadInput {
    /// Reads and checks a payload.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if the file is
    ///   far too long; ``WorkFailure`` if the file is not a payload.
    static func file(_ path: String) throws -> PushFile { try PushFile(reading: text(path)) }

    /// Reads a file without checking that it is a payload.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if the file is
    ///   far too long.
    static func text(_ path: String) throws -> SourceText {
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        return SourceText(name: path == "-" ? "standard input" : path, bytes: bytes)
    }
}
