// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A payload file as it was named on the command line.
struct PayloadFile {
    /// The text, named as on the command line.
    let source: SourceText
    let file: APNSFile

    /// Reads and checks it.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read, 65 when it is not a
    ///   payload; the line names file, line and column.
    static func read(_ path: String) throws -> PayloadFile {
        let source = try text(path)
        do {
            return PayloadFile(source: source, file: try APNSFile(reading: source.bytes))
        } catch {
            throw CommandFailure(.badInput, "\(source.name): \(error)")
        }
    }

    /// Reads what may be a payload and may be none.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read, 65 when it is far too
    ///   long.
    static func text(_ path: String) throws -> SourceText {
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        return SourceText(name: path == "-" ? "standard input" : path, bytes: bytes)
    }

    /// Words about a body that is longer than its push type allows; APNs' own answer follows.
    func sizeNote(_ type: PushType) -> String? {
        let limit = type.traits.payloadByteCountMax
        guard file.body.count > limit else { return nil }
        return "the payload has \(file.body.count) bytes, \(type.rawValue) pushes take \(limit)"
    }
}
