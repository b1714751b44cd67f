// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One function makes text from outside printable (`APNSWire/Text/PrintableText.swift`), and one
/// file writes to the terminal and passes everything through that function.
private let terminal = "Sources/CommandSupport/Console/Console.swift"
private let cleaner = "Sources/APNSWire/Text/PrintableText.swift"
/// The file that names the invisible characters between the tokens of a JSON text.
private let namer = "Sources/PushLint/Reading/TolerantReader+Blanks.swift"

private let sources = SourceFile.all.filter { $0.path.hasPrefix("Sources/") }

/// The file that writes events as JSON for other programs; JSON escapes what controls a terminal.
private let eventWriter = "Sources/LocalSystem/AppendedFile.swift"

@Test(arguments: [
    "STDOUT_FILENO", "STDERR_FILENO", "FileHandle.standardOutput", "FileHandle.standardError",
    "StreamLogHandler", "fputs(", "fwrite(", "puts(", "fprintf(", "printf(", "debugPrint(",
])
func `only the console writes to standard output and standard error`(way: String) {
    for file in sources where file.mentions(way) && file.path != eventWriter {
        guard !file.path.hasPrefix("Sources/CommandSupport/Console/Console") else { continue }
        for (number, text) in file.code where text.mentions(way) {
            Issue.record("\(file.path):\(number) uses \(way); use Console, which cleans its text")
        }
    }
}

/// The code points of characters that hide text or change its direction, and of the escape
/// character.
private let hiddenCharacters = [
    "0x202A", "0x202B", "0x202C", "0x202D", "0x202E", "0x2066", "0x2067", "0x2068", "0x2069",
    "0x200E", "0x200F", "0x061C", #"\u{1B}"#, #"\u{001B}"#, #"\u{202A}"#, #"\u{202E}"#,
    #"\u{2066}"#, #"\u{2069}"#,
]

@Test(arguments: hiddenCharacters)
func `only one file decides which characters are hidden`(character: String) {
    for file in sources where file.mentions(character) {
        guard ![cleaner, terminal, namer].contains(file.path) else { continue }
        for (index, line) in file.lines.enumerated()
        where line.mentions(character) && !isComment(line) {
            Issue.record(
                "\(file.path):\(index + 1) names \(character); use PrintableText or HiddenScalars")
        }
    }
}

private func isComment(_ line: String) -> Bool {
    line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
}

/// What comes from a server, a file or a person, and may hold any character.
private let outsideFields = [
    "reason.rawValue", "rejection.reason", "unknown.cause", "error.cause", "phone.name",
    "device.name", "app.name", "frontMatter", "field.name", "field.value", "uniqueID",
]

@Test(arguments: outsideFields)
func `no command prints external text without cleaning it`(field: String) {
    let (targets, part) = (
        ["bellhop", "bellhop-project", "CommandSupport", "Workbench"], #"\(\#(field))"#
    )
    for file in sources where targets.contains(file.target) && file.mentions(part) {
        for (index, line) in file.lines.enumerated() where line.mentions(part) && !isComment(line) {
            Issue.record(
                """
                \(file.path):\(index + 1) puts \(field) into a text; a line break in it would pass \
                for a line of this tool: use \(field).printable or OneLine
                """)
        }
    }
}
