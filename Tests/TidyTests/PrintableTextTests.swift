// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One function makes text from outside printable (`APNSWire/Text/PrintableText.swift`), and one
/// file writes to the terminal and passes everything through that function.
private let terminal = "Sources/CommandSupport/Console/Console.swift"
private let cleaner = "Sources/APNSWire/Text/PrintableText.swift"
/// Says which invisible character stands between the tokens of a JSON text.
private let namer = "Sources/PushLint/Reading/TolerantReader+Blanks.swift"

private let sources = SourceFile.all.filter { $0.path.hasPrefix("Sources/") }

/// Writes events as JSON for other programs; JSON escapes what controls a terminal.
private let eventWriter = "Sources/LocalSystem/AppendedFile.swift"

@Test(
    arguments: sources.filter {
        !$0.path.hasPrefix("Sources/CommandSupport/Console/Console") && $0.path != eventWriter
    })
func `only the console writes to standard output and standard error`(file: SourceFile) {
    let ways = [
        "STDOUT_FILENO", "STDERR_FILENO", "FileHandle.standardOutput", "FileHandle.standardError",
        "StreamLogHandler", "fputs(", "fwrite(", "puts(", "fprintf(", "printf(", "debugPrint(",
    ]
    for (number, text) in file.code {
        for way in ways where text.contains(way) {
            Issue.record("\(file.path):\(number) uses \(way); use Console, which cleans its text")
        }
    }
}

/// Numbers of characters that hide text or change its direction, and the escape character.
private let hiddenCharacters = [
    "0x202A", "0x202B", "0x202C", "0x202D", "0x202E", "0x2066", "0x2067", "0x2068", "0x2069",
    "0x200E", "0x200F", "0x061C", #"\u{1B}"#, #"\u{001B}"#, #"\u{202A}"#, #"\u{202E}"#,
    #"\u{2066}"#, #"\u{2069}"#,
]

@Test(arguments: sources.filter { ![cleaner, terminal, namer].contains($0.path) })
func `only one file decides which characters are hidden`(file: SourceFile) {
    for (index, line) in file.lines.enumerated() where !isComment(line) {
        for character in hiddenCharacters where line.contains(character) {
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

@Test(
    arguments: sources.filter {
        ["bellhop", "bellhop-project", "CommandSupport", "Workbench"].contains($0.target)
    })
func `a command prints no text from outside as it came`(file: SourceFile) {
    for (index, line) in file.lines.enumerated() where !isComment(line) {
        for field in outsideFields where line.contains(#"\(\#(field))"#) {
            Issue.record(
                """
                \(file.path):\(index + 1) puts \(field) into a text; a line break in it would pass \
                for a line of this tool: use \(field).printable or OneLine
                """)
        }
    }
}
