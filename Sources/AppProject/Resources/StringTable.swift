// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The number of arguments of each key in a string table. The strings themselves are not stored.
package struct StringTable: Hashable, Sendable {
    /// The path of the table in the checkout.
    package var path: String
    /// The largest number of arguments in any language, by key.
    package var argumentCounts: [String: Int]

    package init(path: String, argumentCounts: [String: Int]) {
        self.path = path
        self.argumentCounts = argumentCounts
    }

    /// The table's name, for instance `Localizable`.
    package var name: String { String(FilePath.name(of: path).prefix { $0 != "." }) }

    /// The file name extensions of string tables.
    static let endings: Set<String> = ["strings", "stringsdict", "xcstrings"]

    /// Reads a table in any supported format.
    ///
    /// - Throws: ``PlistError`` if the file is not a string table.
    init(reading source: SourceText) throws(PlistError) {
        path = source.name
        argumentCounts = [:]
        if FilePath.ending(of: path) == "xcstrings" {
            try readCatalog(source)
        } else {
            try readPlist(source)
        }
    }

    /// Reads a `.strings` file (one string for each key) or a `.stringsdict` file (one format with
    /// plural forms for each key).
    private mutating func readPlist(_ source: SourceText) throws(PlistError) {
        // For a language without translations, the table is empty.
        guard !source.isBlank else { return }
        for (key, value) in try PlistNode(reading: source).value.dictionary ?? [:] {
            let format = value.string ?? value["NSStringLocalizedFormatKey"]?.string ?? ""
            note(key, format)
        }
    }

    /// Reads a string catalog: JSON with all languages in one file. Xcode 15 introduced this
    /// format.
    private mutating func readCatalog(_ source: SourceText) throws(PlistError) {
        let top: JSONNode
        do {
            top = try JSONReader.read(
                source.bytes,
                limits: .init(byteCountMax: FileTreeLimits.fileByteCountMax))
        } catch {
            throw PlistError("this is not a string catalog: \(error)")
        }
        guard let strings = top["strings"]?.members else {
            throw PlistError("this is not a string catalog: it has no strings", offset: 0)
        }
        for member in strings {
            // If a key has no translation, the key itself is the format.
            var formats = [member.key]
            for language in member.value["localizations"]?.members ?? [] {
                collect(language.value, into: &formats)
            }
            for format in formats.dropFirst(formats.count > 1 ? 1 : 0) { note(member.key, format) }
        }
    }

    /// Collects the formats of one language. There is a single format, or one format for each
    /// plural form or device; the formats of substitutions are added.
    private func collect(_ node: JSONNode, into formats: inout [String]) {
        for member in node.members ?? [] {
            if member.key == "substitutions" { continue }
            if member.key == "stringUnit", case .string(let text) = member.value["value"]?.content {
                formats.append(text)
            } else {
                collect(member.value, into: &formats)
            }
        }
    }

    private mutating func note(_ key: String, _ format: String) {
        let count = FormatString.argumentCount(of: format)
        argumentCounts[key] = max(argumentCounts[key] ?? 0, count)
    }
}

extension SourceText {
    /// Whether the file contains only white space, line ends and a byte order mark.
    fileprivate var isBlank: Bool {
        bytes.allSatisfy { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) }
    }
}
