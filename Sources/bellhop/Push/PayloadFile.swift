// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A payload file as it was named on the command line.
struct PayloadFile {
    let path: String
    let file: APNSFile
    /// The file as it was read, for places in it.
    var bytes: [UInt8] = []

    /// Reads and checks it.
    ///
    /// - Throws: ``CommandFailure`` with status 66 when it cannot be read, 65 when it is not a
    ///   payload; the line names file, line and column.
    static func read(_ path: String) throws -> PayloadFile {
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        do {
            return PayloadFile(path: path, file: try APNSFile(reading: bytes), bytes: bytes)
        } catch {
            throw CommandFailure(.badInput, "\(path == "-" ? "standard input" : path): \(error)")
        }
    }

    /// The file's name and a place in it, as compilers write them.
    func place(_ offset: Int) -> String {
        let position = SourcePosition(byteOffset: offset, in: bytes)
        let name = path == "-" ? "standard input" : path
        return "\(name):\(position.line):\(position.column)"
    }

    /// Words about a body that is longer than its push type allows; APNs' own answer follows.
    func sizeNote(_ type: PushType) -> String? {
        let limit = type.traits.payloadByteCountMax
        guard file.body.count > limit else { return nil }
        return "the payload has \(file.body.count) bytes, \(type.rawValue) pushes take \(limit)"
    }
}
