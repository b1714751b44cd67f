// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import LocalSystem

/// Reads files that a person specifies on the command line, within size limits. The path `-` is
/// standard input.
package enum InputFile {
    /// Reads a file, or a pipe to which a program writes; see ``InputReader``.
    ///
    /// - Parameter what: a description of the expected file for messages, such as "a payload file".
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, and with status 65
    ///   if it is too large.
    package static func read(_ path: String, byteCountMax: Int, what: String) throws -> [UInt8] {
        let name = name(path)
        if path == "-", Console.inputIsTerminal {
            Console.note(
                "reading \(what) from the terminal; to end it, press Ctrl-D on an empty line")
        }
        do throws(InputReader.Failure) {
            return path == "-"
                ? try InputReader.readStandardInput(byteCountMax: byteCountMax)
                : try InputReader.read(path, byteCountMax: byteCountMax)
        } catch {
            switch error {
            case .unreadable(let error):
                let hint = error.isMissingFile ? "check the path" : "check its permissions"
                throw CommandFailure(
                    .unreadable, "\(name): cannot read this file: \(error); \(hint)")
            case .directory:
                throw CommandFailure(.unreadable, "\(name): this is a directory; name \(what)")
            case .notAFile:
                throw CommandFailure(.unreadable, "\(name): this is not a file; name \(what)")
            case .silent(let limit):
                throw CommandFailure(
                    .unreadable,
                    "\(name): nothing was written to this pipe for \(limit.components.seconds) s; "
                        + "check the program that should write to it")
            case .tooLarge:
                throw CommandFailure(
                    .badInput,
                    "\(name): this file has more than \(byteCountMax) bytes, which is too large "
                        + "for \(what); check the path")
            }
        }
    }

    /// Returns the name with which messages refer to a path.
    package static func name(_ path: String) -> String {
        path == "-" ? "standard input" : path.printable
    }
}
