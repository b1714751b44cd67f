// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Reads OpenStep property lists, the format of `project.pbxproj` and `.strings` files.
///
/// The parser also accepts JSON's brackets, colons and commas, because some projects are stored as
/// JSON. It reads numbers and `true` as strings, because all values in a project file are strings.
struct OpenStepReader {
    private let bytes: [UInt8]
    private var index = 0
    private var budget = PlistBudget()

    /// Reads a text that consists of one value, or of dictionary entries without braces as in
    /// `.strings`. Only white space and comments may follow.
    static func read(_ bytes: [UInt8]) throws(PlistError) -> PlistNode {
        var reader = OpenStepReader(bytes: bytes)
        try reader.skipBlanks()
        guard let first = reader.peek, "{([<".utf8.contains(first) else {
            let members = try reader.members(until: nil, depth: 0)
            return PlistNode(content: .dictionary(members), range: 0..<bytes.count)
        }
        let node = try reader.value(depth: 0)
        try reader.skipBlanks()
        guard reader.index == bytes.count else {
            throw PlistError(
                "there is text after the end of the property list", offset: reader.index)
        }
        return node
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private mutating func value(depth: Int) throws(PlistError) -> PlistNode {
        guard depth <= PlistLimits.depthMax else {
            throw PlistError(
                "values are nested more than \(PlistLimits.depthMax) levels deep", offset: index)
        }
        try budget.spend(at: index)
        let start = index
        let content: PlistNode.Content
        switch peek {
        case UInt8(ascii: "{"):
            index += 1
            content = .dictionary(try members(until: UInt8(ascii: "}"), depth: depth))
        case UInt8(ascii: "("):
            index += 1
            content = .array(try elements(until: UInt8(ascii: ")"), depth: depth))
        case UInt8(ascii: "["):
            index += 1
            content = .array(try elements(until: UInt8(ascii: "]"), depth: depth))
        case UInt8(ascii: "<"): content = .value(.data(try data()))
        default: content = .value(.string(try string()))
        }
        return PlistNode(content: content, range: start..<index)
    }

    private mutating func members(
        until end: UInt8?, depth: Int
    ) throws(PlistError) -> [PlistNode.Member] {
        var members: [PlistNode.Member] = []
        while true {
            try skipBlanks()
            guard let byte = peek else {
                guard end == nil else { throw PlistError("a } is missing", offset: index) }
                return members
            }
            if byte == end {
                index += 1
                return members
            }
            let start = index
            let key = try string()
            let keyRange = start..<index
            try skipBlanks()
            // In .strings files, a key without a value has itself as the value.
            if end == nil, peek == UInt8(ascii: ";") {
                let node = PlistNode(content: .value(.string(key)), range: keyRange)
                members.append(.init(key: key, keyRange: keyRange, node: node))
                index += 1
                continue
            }
            guard peek == UInt8(ascii: "=") || peek == UInt8(ascii: ":") else {
                throw PlistError("a = is missing after a key", offset: index)
            }
            index += 1
            try skipBlanks()
            let node = try value(depth: depth + 1)
            members.append(.init(key: key, keyRange: keyRange, node: node))
            try skipBlanks()
            if peek == UInt8(ascii: ";") || peek == UInt8(ascii: ",") {
                index += 1
            } else if peek != end || end == nil {
                throw PlistError("a ; is missing after a value", offset: node.range.upperBound)
            }
        }
    }

    private mutating func elements(
        until end: UInt8, depth: Int
    ) throws(PlistError) -> [PlistNode] {
        var nodes: [PlistNode] = []
        while true {
            try skipBlanks()
            guard let byte = peek else { throw PlistError("a ) is missing", offset: index) }
            if byte == end {
                index += 1
                return nodes
            }
            nodes.append(try value(depth: depth + 1))
            try skipBlanks()
            if peek == UInt8(ascii: ",") {
                index += 1
            } else if peek != end {
                throw PlistError("a comma is missing in a list", offset: index)
            }
        }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips white space, line comments and block comments.
    private mutating func skipBlanks() throws(PlistError) {
        while let byte = peek {
            if byte <= 0x20 {
                index += 1
            } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "/")
            {
                while let byte = peek, byte != 0x0A, byte != 0x0D { index += 1 }
            } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "*")
            {
                let start = index
                index += 2
                while index + 1 < bytes.count,
                    bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
                { index += 1 }
                guard index + 1 < bytes.count else {
                    throw PlistError("a comment is not closed", offset: start)
                }
                index += 2
            } else {
                return
            }
        }
    }
}

// MARK: - Scalars
extension OpenStepReader {
    private mutating func string() throws(PlistError) -> String {
        guard let byte = peek else {
            throw PlistError("the text ends where a value is expected", offset: index)
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted(byte) }
        let start = index
        while let byte = peek, Self.isBare(byte) { index += 1 }
        guard index > start else {
            throw PlistError("a value is expected here", offset: index)
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quoted(_ quote: UInt8) throws(PlistError) -> String {
        let start = index
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            index += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") { escape(into: &text) } else { text.append(byte) }
        }
        throw PlistError("a string is not closed", offset: start)
    }

    /// Reads an escape sequence after its backslash. The sequence is a letter, three octal digits,
    /// or U and four hex digits.
    private mutating func escape(into text: inout [UInt8]) {
        guard let byte = peek else { return }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var number = UInt32(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard let next = peek, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(next) else {
                    break
                }
                number = number * 8 + UInt32(next - UInt8(ascii: "0"))
                index += 1
            }
            append(number, to: &text)
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            guard var number = hexadecimal() else { return text.append(byte) }
            // Two escapes that form a surrogate pair represent one character above U+FFFF.
            if (0xD800..<0xDC00).contains(number), index + 1 < bytes.count,
                bytes[index] == UInt8(ascii: "\\"),
                [UInt8(ascii: "U"), UInt8(ascii: "u")].contains(bytes[index + 1])
            {
                let before = index
                index += 2
                if let low = hexadecimal(), (0xDC00..<0xE000).contains(low) {
                    number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    index = before
                }
            }
            append(number, to: &text)
        default: text.append(byte)
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var number: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Self.hexDigit(byte) else { return nil }
            number = number << 4 + UInt32(digit)
        }
        index += 4
        return number
    }

    private func append(_ number: UInt32, to text: inout [UInt8]) {
        text += Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
    }

    private mutating func data() throws(PlistError) -> [UInt8] {
        let start = index
        index += 1
        var digits: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: ">") {
            index += 1
            if let digit = Self.hexDigit(byte) {
                digits.append(digit)
            } else if byte > 0x20 {
                throw PlistError(
                    "the data contains a character that is not a hex digit", offset: index - 1)
            }
        }
        guard peek != nil else { throw PlistError("the data is not closed with >", offset: start) }
        guard digits.count.isMultiple(of: 2) else {
            throw PlistError("the data has an odd number of hex digits", offset: start)
        }
        index += 1
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns whether a byte is allowed in a string without quotes.
    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
            UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: ":"):
            true
        default: byte >= 0x80
        }
    }
}
