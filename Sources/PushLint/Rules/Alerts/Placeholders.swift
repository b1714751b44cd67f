// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Finds placeholders of template engines and format strings that were not replaced in a text.
///
/// Only text that no sender would write intentionally is reported. For example, `100%`, `{x}` and
/// "undefined behaviour" are accepted.
enum Placeholders {
    /// The maximum length of a name in brackets, in bytes.
    static let nameByteCountMax = 60

    /// Returns the first placeholder in a text; `nil` if there is none.
    static func first(in text: String) -> String? {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            let length: Int?
            switch bytes[index] {
            case UInt8(ascii: "{"): length = braces(bytes, at: index)
            case UInt8(ascii: "$"), UInt8(ascii: "#"): length = interpolation(bytes, at: index)
            case UInt8(ascii: "%"): length = format(bytes, at: index)
            case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "O"), UInt8(ascii: "<"):
                length = printed.first { bytes[index...].starts(with: $0) }?.count
            default: length = nil
            }
            if let length {
                return String(decoding: bytes[index..<(index + length)], as: UTF8.self)
            }
        }
        return missingValue(in: text)
    }

    /// Returns the number of arguments that a format string needs. This is the number of
    /// placeholders such as `%@`, or the highest position, such as 2 in `%2$@`.
    static func formatCount(in text: String) -> Int {
        let bytes = Array(text.utf8)
        var count = 0
        var position = 0
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "%"), index + 1 < bytes.count else { continue }
            if bytes[index + 1] == UInt8(ascii: "%") {
                index += 1
            } else if bytes[index + 1] == UInt8(ascii: "@") {
                count += 1
            } else if let number = digit(bytes[index + 1]), index + 3 < bytes.count,
                bytes[index + 2] == UInt8(ascii: "$"), bytes[index + 3] == UInt8(ascii: "@")
            {
                position = max(position, number)
            }
        }
        return max(count, position)
    }

    /// The strings that programming languages print for an object or a missing value.
    private static let printed = [
        "[object Object]", "(null)", "Optional(\"", "<null>", "<nil>", "<%=",
    ].map { Array($0.utf8) }

    /// The words for a missing value.
    private static let missingValues: Set = ["undefined", "null", "nil", "None", "NaN"]
    /// Words that are usually followed by a name.
    private static let greetings: Set = ["hi", "hello", "hey", "dear", "welcome"]
    /// Words that usually follow a name.
    private static let verbs: Set = [
        "sent", "liked", "commented", "invited", "followed", "mentioned", "replied", "shared",
        "wants", "has", "started", "added", "reacted", "joined",
    ]
    /// Names that templates contain in single braces, and that do not occur in single braces in
    /// messages.
    private static let names: Set = [
        "name", "first_name", "firstname", "last_name", "lastname", "full_name", "username",
        "user_name", "user", "sender", "sender_name", "amount", "order_id", "orderid", "count",
        "title", "message", "product", "product_name", "email",
    ]

    /// Matches `{{name}}` or `{first_name}`.
    private static func braces(_ bytes: [UInt8], at index: Int) -> Int? {
        let isDouble = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{")
        let start = index + (isDouble ? 2 : 1)
        guard let end = closing(bytes, from: start) else { return nil }
        if isDouble {
            guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "}"), end > start else {
                return nil
            }
            return end + 2 - index
        }
        let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        return names.contains(name) ? end + 1 - index : nil
    }

    /// Matches `${name}` or `#{name}`.
    private static func interpolation(_ bytes: [UInt8], at index: Int) -> Int? {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{"),
            let end = closing(bytes, from: index + 2), end > index + 2,
            bytes[(index + 2)..<end].allSatisfy({ $0 > 0x20 })
        else { return nil }
        return end + 1 - index
    }

    /// Matches `%@`, `%1$@`, `%s` and `%d`, but neither `20%@home` nor `5 %d'accord`.
    private static func format(_ bytes: [UInt8], at index: Int) -> Int? {
        let before = bytes[..<index].last { $0 != 0x20 }
        if let before, digit(before) != nil || before == UInt8(ascii: "0") { return nil }
        let rest = bytes[(index + 1)...]
        if rest.first == UInt8(ascii: "@") { return 2 }
        if let first = rest.first, digit(first) != nil, rest.count >= 3 {
            let tail = Array(rest.prefix(3).dropFirst())
            if tail == Array("$@".utf8) || tail == Array("$s".utf8) || tail == Array("$d".utf8) {
                return 4
            }
        }
        guard let letter = rest.first, letter == UInt8(ascii: "s") || letter == UInt8(ascii: "d")
        else { return nil }
        if rest.count > 1, isNamePart(rest[rest.startIndex + 1]) { return nil }
        return 2
    }

    /// Returns the position of the next `}` within a short distance.
    private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return bytes[start..<min(bytes.count, start + nameByteCountMax)]
            .firstIndex(of: UInt8(ascii: "}"))
    }

    /// Finds a word for a missing value, such as `null`. The word must be the whole text, or be
    /// where a name is expected.
    private static func missingValue(in text: String) -> String? {
        let words = text.split { !$0.isLetter }
        guard let word = words.first(where: { missingValues.contains(String($0)) })
        else { return nil }
        let found = String(word)
        if words.count == 1 { return found }
        for (index, word) in words.enumerated() where missingValues.contains(String(word)) {
            if index > 0, greetings.contains(words[index - 1].lowercased()), index <= 2 {
                return String(word)
            }
            if index == 0, greetings.isDisjoint(with: [word.lowercased()]), words.count > 1,
                verbs.contains(words[1].lowercased())
            {
                return String(word)
            }
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) ? Int(byte) - 0x30 : nil
    }

    /// Returns whether the byte belongs to a name: letters of any language, digits and apostrophes.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "'") || (0x30...0x39).contains(byte)
            || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
