// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One Swift file of the project, as text.
struct SourceFile: Sendable, CustomTestStringConvertible {
    /// The path from the project's root, for instance `Sources/APNSWire/Push/DevicePush.swift`.
    let path: String
    let lines: [String]

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
            // Corpus and Data hold checkouts of made-up apps, which are what tests read; catalogs
            // hold the steps of tutorials.
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

    /// The lines with their numbers, without comments and the contents of string literals, so that
    /// words are found only where they are code.
    var code: [(number: Int, text: String)] {
        var isInLongString = false
        return lines.enumerated().map { index, line in
            let quotes = line.components(separatedBy: "\"\"\"").count - 1
            defer { if quotes % 2 == 1 { isInLongString.toggle() } }
            if isInLongString || quotes > 0 { return (index + 1, "") }
            return (index + 1, Self.withoutCommentsAndStrings(line))
        }
    }

    private static func withoutCommentsAndStrings(_ line: String) -> String {
        var result = ""
        var isInString = false
        var isEscaped = false
        for character in line {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInString = false
                }
                continue
            }
            if character == "\"" { isInString = true }
            result.append(character)
            if result.hasSuffix("//") { return String(result.dropLast(2)) }
        }
        return result
    }

    /// The modules the file imports.
    var imports: [(number: Int, module: String)] {
        code.compactMap { number, text in
            var words = text.split(separator: " ").map(String.init)
            let modifiers = ["public", "package", "internal", "@testable", "@_exported"]
            while let first = words.first, modifiers.contains(first) { words.removeFirst() }
            guard words.first == "import", let module = words.last else { return nil }
            return (number, module.split(separator: ".").first.map(String.init) ?? module)
        }
    }
}
