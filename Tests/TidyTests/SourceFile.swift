// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension String {
    /// Whether a text is in this one; for a million lines, `contains` takes much longer.
    func mentions(_ text: String) -> Bool { strstr(self, text) != nil }
}

/// One Swift file of the project, as text.
///
/// A test of all files has one test case: a case for each file would take longer than the check.
struct SourceFile: Sendable, CustomTestStringConvertible {
    /// The path from the project's root, for instance `Sources/APNSWire/Push/DevicePush.swift`.
    let path: String
    let lines: [String]
    /// The lines with their numbers, without comments and the contents of string literals, so that
    /// words are found only where they are code.
    let code: [(number: Int, text: String)]
    private let text: String

    init(path: String, lines: [String]) {
        (self.path, self.lines) = (path, lines)
        text = lines.joined(separator: "\n")
        code = Self.code(of: lines)
    }

    /// Whether a text is anywhere in the file, also in comments and strings; if not, its lines need
    /// not be looked at.
    func mentions(_ text: String) -> Bool { self.text.mentions(text) }

    var testDescription: String { path }

    /// The target: the folder below `Sources` or `Tests`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    var isTest: Bool { path.hasPrefix("Tests/") }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file of the project.
    static let all: [SourceFile] = ["Sources", "Tests", "Benchmarks"].flatMap {
        (folder: String) -> [SourceFile] in
        let base = root.appending(path: folder)
        let names =
            FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        let isSource = { (name: String) in
            // Corpus and Data contain made-up apps, which tests read; catalogs contain the steps of
            // tutorials.
            name.hasSuffix(".swift") && name != "Package.swift"
                && ![".build/", "/Corpus/", "/Data/", ".docc/"].contains { name.contains($0) }
        }
        return names.filter(isSource).sorted()
            .compactMap { name in
                guard
                    let text = try? String(
                        contentsOf: base.appending(path: name as String), encoding: .utf8)
                else {
                    return nil
                }
                return SourceFile(
                    path: "\(folder)/\(name)", lines: text.components(separatedBy: "\n"))
            }
    }

    private static func code(of lines: [String]) -> [(number: Int, text: String)] {
        var isInLongString = false
        return lines.enumerated().map { index, line in
            if !isInLongString, !line.mentions("\""), !line.mentions("/") {
                return (index + 1, line)
            }
            let bytes = Array(line.utf8)
            let quotes = longQuoteCount(bytes)
            defer { if quotes % 2 == 1 { isInLongString.toggle() } }
            if isInLongString || quotes > 0 { return (index + 1, "") }
            return (index + 1, withoutCommentsAndStrings(bytes))
        }
    }

    /// Returns the number of triple quotation marks in a line.
    private static func longQuoteCount(_ line: [UInt8]) -> Int {
        var (count, run) = (0, 0)
        for byte in line {
            run = byte == UInt8(ascii: "\"") ? run + 1 : 0
            if run == 3 { (count, run) = (count + 1, 0) }
        }
        return count
    }

    private static func withoutCommentsAndStrings(_ line: [UInt8]) -> String {
        let (quote, slash) = (UInt8(ascii: "\""), UInt8(ascii: "/"))
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in line {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == quote {
                    isInString = false
                }
                continue
            }
            if byte == quote { isInString = true }
            if byte == slash, result.last == slash {
                result.removeLast()
                break
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The modules that the file imports.
    var imports: [(number: Int, module: String)] {
        code.compactMap { number, text in
            guard text.contains("import") else { return nil }
            var words = text.split(separator: " ").map(String.init)
            let modifiers = ["public", "package", "internal", "@testable", "@_exported"]
            while let first = words.first, modifiers.contains(first) { words.removeFirst() }
            guard words.first == "import", let module = words.last else { return nil }
            return (number, module.split(separator: ".").first.map(String.init) ?? module)
        }
    }
}
