// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayAPI
import LocalSystem

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The progress of an import. It is stored in a file next to the imported file, so that `--resume`
/// can continue after an interruption. It contains no values of the entries.
struct ImportState: Codable, Hashable {
    /// The size of the imported file, which shows whether the file is still the same.
    var size: Int
    var format: String
    /// The number of entries that are done, counted from the start of the file.
    var entries = 0
    var registered = 0
    var refused = 0
    var setAside = 0

    private enum CodingKeys: String, CodingKey {
        case size, format, entries, registered, refused
        case setAside = "set_aside"
    }

    /// The maximum size of a state file, in bytes.
    private static let byteCountMax = 1 << 12

    /// The path of the state file for the import of a file.
    static func path(for file: String) -> String { file + ".import-state" }

    /// Reads the state of an import that was interrupted.
    ///
    /// - Throws: ``CommandFailure`` if there is no state file, or if it belongs to another file.
    static func read(for file: String, size: Int, format: String) throws -> ImportState {
        let path = path(for: file)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .badInput,
                "there is no interrupted import of \(file.printable); leave out --resume")
        }
        let bytes = try InputFile.read(path, byteCountMax: byteCountMax, what: "the state")
        guard let state = try? GatewayJSON.decode(ImportState.self, from: Data(bytes)),
            state.size == size, state.format == format, state.entries >= 0
        else {
            throw CommandFailure(
                .badInput,
                "\(path.printable) belongs to another file, format or version; leave out --resume "
                    + "to begin again, which registers nothing twice")
        }
        return state
    }

    func write(for file: String) throws {
        let path = Self.path(for: file)
        do {
            try PrivateFile.replace(path, with: Array(try GatewayJSON.encodeLine(self)))
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(path.printable): \(error); make the directory writable, or import from "
                    + "standard input (-), which cannot be resumed")
        }
    }

    static func remove(for file: String) {
        try? FileManager.default.removeItem(atPath: path(for: file))
    }
}
