// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The texts of one `.strings` file by key: old-style text in UTF-8 or UTF-16, or a property list.
///
/// Source: "Resource Programming Guide", String Resources.
public struct StringsFile: Hashable, Sendable {
    public let strings: [String: String]

    /// - Throws: ``AppFileError`` with the file and the line or key.
    public init(_ file: AppFile) throws(AppFileError) {
        try file.checkTextSize()
        if Self.isPropertyList(file.bytes) {
            var strings: [String: String] = [:]
            for (key, value) in try PropertyListFile.dictionary(of: file) {
                guard case .string(let text) = value else {
                    throw AppFileError(
                        file.name, key, "expected a string, found \(value.kind)",
                        "move plural forms to a string catalog or a .stringsdict file")
                }
                strings[key] = text
            }
            self.strings = strings
        } else {
            guard let text = Self.decoded(file.bytes) else {
                throw AppFileError(
                    file.name, nil, "the text is neither UTF-8 nor UTF-16", "save it as UTF-8")
            }
            var parser = StringsParser(text, file: file.name)
            strings = try parser.read()
        }
    }

    private static func isPropertyList(_ bytes: Data) -> Bool {
        let starts = ["bplist", "<?xml", "<plist", "<!DOCTYPE", "\u{FEFF}<?xml"]
        return starts.contains { bytes.starts(with: $0.utf8) }
    }

    /// Decodes the bytes in the encoding of the byte-order mark; without a mark, as UTF-16 if one
    /// of the first two bytes is 0, otherwise as UTF-8.
    private static func decoded(_ bytes: Data) -> String? {
        let head = Array(bytes.prefix(3))
        if head.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
        if head.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(validating: bytes.dropFirst(3), as: UTF8.self)
        }
        if head.count > 1, head[1] == 0 { return utf16(bytes, isBig: false) }
        if head.first == 0 { return utf16(bytes, isBig: true) }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func utf16(_ bytes: Data, isBig: Bool) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let all = [UInt8](bytes)
        let units = stride(from: 0, to: all.count, by: 2).map { index in
            let (first, second) = (UInt16(all[index]), UInt16(all[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self)
    }
}
