// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import Diagnostics
import Workbench

/// A payload as it was named on the command line.
enum PayloadInput {
    /// Reads and checks it.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read, 65 when it is far too
    ///   long; ``WorkFailure`` when it is not a payload.
    static func file(_ path: String) throws -> PushFile { try PushFile(reading: text(path)) }

    /// Reads what may be a payload or not.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read, 65 when it is far too
    ///   long.
    static func text(_ path: String) throws -> SourceText {
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        return SourceText(name: path == "-" ? "standard input" : path, bytes: bytes)
    }
}
