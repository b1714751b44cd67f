// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) into nodes with their positions. Every payload is parsed by this reader.
///
/// The reader is safe for any input: depth and size are limited, and every error is thrown as a
/// ``JSONSyntaxError`` that states what is wrong, where, and how to fix it.
public struct JSONReader: ~Copyable {
    /// The limits beyond which the reader refuses a text.
    public struct Limits: Sendable {
        /// The deepest nesting of objects and arrays. Default 64.
        public var depthMax = 64
        /// The largest size of the whole text in bytes. Default 1 MiB.
        public var byteCountMax = 1 << 20

        public init(depthMax: Int = 64, byteCountMax: Int = 1 << 20) {
            self.depthMax = depthMax
            self.byteCountMax = byteCountMax
        }
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var offset = 0

    private init(bytes: [UInt8], limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Reads the one JSON value that occupies the text from an offset to its end. Positions are
    /// counted from the start of the text, so that they are correct for a file with front matter.
    public static func read(
        _ bytes: some Sequence<UInt8>, from start: Int = 0, limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> JSONNode {
        var reader = JSONReader(bytes: Array(bytes), limits: limits)
        reader.offset = max(0, min(start, reader.bytes.count))
        return try reader.readDocument()
    }

    /// Reads the one JSON value that occupies the whole text.
    public static func read(
        _ text: String, limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> JSONNode {
        try read(Array(text.utf8), limits: limits)
    }

    private mutating func readDocument() throws(JSONSyntaxError) -> JSONNode {
        guard bytes.count <= limits.byteCountMax else {
            throw syntaxError(
                .tooLarge,
                "the text has \(bytes.count) bytes, but the limit is \(limits.byteCountMax)",
                "shorten it", at: 0)
        }
        try refuseForeignEncodings()
        skipBlanks()
        guard offset < bytes.count else {
            throw syntaxError(
                .empty, "the text is empty", "write a JSON object, such as {\"name\":\"value\"}")
        }
        let node = try readValue(depth: 0)
        skipBlanks()
        guard offset == bytes.count else {
            try rejectLookalike()
            throw syntaxError(
                .trailingText, "there is more text after the end of the JSON value",
                "remove the text after the first JSON value")
        }
        return node
    }

    private func refuseForeignEncodings() throws(JSONSyntaxError) {
        let bytes = bytes[offset...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw syntaxError(
                .byteOrderMark, "the text starts with a byte-order mark",
                "write it in UTF-8 without a byte-order mark")
        }
        let foreign: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
        if foreign.contains(where: { bytes.starts(with: $0) }) || bytes.prefix(4).contains(0) {
            throw syntaxError(
                .wrongEncoding, "the text is not valid UTF-8",
                "write it in UTF-8, and check that it is JSON")
        }
    }

    private mutating func readValue(depth: Int) throws(JSONSyntaxError) -> JSONNode {
        guard depth <= limits.depthMax else {
            throw syntaxError(
                .tooDeep, "values are nested more than \(limits.depthMax) levels deep",
                "reduce the nesting")
        }
        let start = offset
        guard let byte = peek else { throw truncated("before a value") }
        let content: JSONNode.Content
        switch byte {
        case UInt8(ascii: "{"): content = .object(try readMembers(depth: depth))
        case UInt8(ascii: "["): content = .array(try readElements(depth: depth))
        case UInt8(ascii: "\""): content = .string(try readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            content = .number(try readNumber())
        default: content = try readLiteral()
        }
        return JSONNode(content: content, range: start..<offset)
    }

    private mutating func readMembers(depth: Int) throws(JSONSyntaxError) -> [JSONNode.Member] {
        offset += 1
        var members: [JSONNode.Member] = []
        skipBlanks()
        if take("}") { return members }
        while true {
            skipBlanks()
            let keyStart = offset
            guard peek == UInt8(ascii: "\"") else {
                if peek == nil { throw truncated("inside an object") }
                if peek == UInt8(ascii: "}") { throw trailingComma("}") }
                try rejectLookalike()
                throw syntaxError(
                    .unexpectedCharacter, "expected a key in quotation marks, found \(found)",
                    "write keys as \"key\"")
            }
            let key = try readString()
            let keyRange = keyStart..<offset
            skipBlanks()
            guard take(":") else {
                if peek == nil { throw truncated("after the key \"\(key)\"") }
                throw syntaxError(
                    .unexpectedCharacter, "expected a colon after \"\(key)\", found \(found)",
                    "write \"\(key)\": value")
            }
            skipBlanks()
            let value = try readValue(depth: depth + 1)
            members.append(.init(key: key, keyRange: keyRange, value: value))
            skipBlanks()
            if take(",") { continue }
            if take("}") { return members }
            throw missingSeparator(closing: "}")
        }
    }

    private mutating func readElements(depth: Int) throws(JSONSyntaxError) -> [JSONNode] {
        offset += 1
        var elements: [JSONNode] = []
        skipBlanks()
        if take("]") { return elements }
        while true {
            skipBlanks()
            if peek == UInt8(ascii: "]") { throw trailingComma("]") }
            elements.append(try readValue(depth: depth + 1))
            skipBlanks()
            if take(",") { continue }
            if take("]") { return elements }
            throw missingSeparator(closing: "]")
        }
    }

    private mutating func readLiteral() throws(JSONSyntaxError) -> JSONNode.Content {
        for (word, content) in [
            ("true", JSONNode.Content.bool(true)), ("false", .bool(false)), ("null", .null),
        ]
        where bytes[offset...].starts(with: word.utf8) {
            offset += word.utf8.count
            return content
        }
        try rejectLookalike()
        throw syntaxError(
            .unexpectedCharacter, "expected a value, found \(found)",
            "use an object, array, string in double quotation marks, number, true, false or null")
    }

    private mutating func readNumber() throws(JSONSyntaxError) -> JSONNumber {
        let start = offset
        _ = take("-")
        if take("0") {
            if let byte = peek, byte.isDigit {
                throw syntaxError(
                    .badNumber, "a number begins with an unnecessary 0", "remove the 0",
                    at: start)
            }
        } else {
            try skipDigits(from: start)
        }
        if take(".") { try skipDigits(from: start) }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            if !take("+") { _ = take("-") }
            try skipDigits(from: start)
        }
        return JSONNumber(checkedText: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func skipDigits(from start: Int) throws(JSONSyntaxError) {
        guard let byte = peek, byte.isDigit else {
            if peek == nil { throw truncated("inside a number") }
            throw syntaxError(
                .badNumber, "expected a digit, found \(found)",
                "write numbers as -12, 0.5 or 1e3",
                at: offset)
        }
        while let byte = peek, byte.isDigit { offset += 1 }
    }
}

// MARK: Strings

extension JSONReader {
    /// Reads a string that contains only printable ASCII and no escapes, as most strings do. A
    /// string of this kind needs no validation and no copy of its bytes, so it is read much faster.
    /// For any other string, this function reads nothing and returns `nil`.
    private mutating func readPlainString() -> String? {
        var end = offset + 1
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                let text = String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
                offset = end + 1
                return text
            case UInt8(ascii: "\\"): return nil
            case 0x20...0x7E: end += 1
            default: return nil
            }
        }
        return nil
    }

    private mutating func readString() throws(JSONSyntaxError) -> String {
        if let plain = readPlainString() { return plain }
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw syntaxError(
                        .wrongEncoding, "this string is not valid UTF-8", "write the text in UTF-8",
                        at: start)
                }
                return string
            case UInt8(ascii: "\\"): try readEscape(into: &text)
            case 0..<0x20:
                throw syntaxError(
                    .controlCharacter, "a string contains \(found)",
                    "write \\n for a line break, \\t for a tab")
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw truncated(
            "inside a string that starts at \(SourcePosition(byteOffset: start, in: bytes))")
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        let start = offset
        offset += 1
        guard let byte = peek else { throw truncated("inside a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try readUnicodeEscape(from: start)
            text.append(contentsOf: String(Character(scalar)).utf8)
        default:
            throw syntaxError(
                .badEscape, "\\\(Character(Unicode.Scalar(byte))) is not a JSON escape sequence",
                "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hex digits", at: start)
        }
    }

    private mutating func readUnicodeEscape(from start: Int) throws(JSONSyntaxError)
        -> Unicode.Scalar
    {
        let unit = try readHexUnit(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // This is a surrogate. Only a high surrogate followed by a low surrogate represents a
        // character.
        guard unit < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) else {
            throw loneSurrogate(start)
        }
        offset += 2
        let low = try readHexUnit(from: start)
        guard (0xDC00...0xDFFF).contains(low) else { throw loneSurrogate(start) }
        let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(start) }
        return scalar
    }

    private mutating func readHexUnit(from start: Int) throws(JSONSyntaxError) -> UInt16 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw syntaxError(
                .badEscape, "\\u needs four hex digits", "write, for instance, \\u00e9", at: start)
        }
        offset += 4
        return unit
    }

    private func loneSurrogate(_ start: Int) -> JSONSyntaxError {
        syntaxError(
            .badEscape, "the \\u escape is an unpaired surrogate, which is half of a character",
            "write the character itself, or both surrogates", at: start)
    }
}

// MARK: Lookahead and errors

extension JSONReader {
    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, byte == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    /// A description of the text at the current position, for an error message.
    private var found: String {
        guard let byte = peek else { return "the end of the text" }
        if byte < 0x20 || byte == 0x7F { return "a control character (\(byte))" }
        let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars
            .first
        return scalar.map { "\"\($0)\"" } ?? "byte \(byte)"
    }

    private func syntaxError(
        _ code: JSONSyntaxError.Code, _ problem: String, _ remedy: String, at offset: Int? = nil
    ) -> JSONSyntaxError {
        let byteOffset = offset ?? self.offset
        return JSONSyntaxError(
            code: code, byteOffset: byteOffset,
            position: SourcePosition(byteOffset: byteOffset, in: bytes),
            problem: problem, remedy: remedy)
    }

    private func truncated(_ context: String) -> JSONSyntaxError {
        syntaxError(
            .truncated, "the text ends \(context)", "check that the text is complete",
            at: bytes.count)
    }

    private func trailingComma(_ closing: String) -> JSONSyntaxError {
        syntaxError(.trailingComma, "there is a comma before \(closing)", "remove the comma")
    }

    private func missingSeparator(closing: String) -> JSONSyntaxError {
        if peek == nil { return truncated("inside \(closing == "}" ? "an object" : "an array")") }
        return syntaxError(
            .unexpectedCharacter, "expected a comma or \(closing), found \(found)",
            "separate values with commas and close with \(closing)")
    }

    /// Throws a specific error for text that people mistake for JSON: comments and typographic
    /// quotes.
    private func rejectLookalike() throws(JSONSyntaxError) {
        let rest = bytes[min(offset, bytes.count)...]
        if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
            || rest.first == UInt8(ascii: "#")
        {
            throw syntaxError(.comment, "JSON does not allow comments", "remove the comment")
        }
        let smart = ["“", "”", "„", "‘", "’", "'"]
        if smart.contains(where: { rest.starts(with: $0.utf8) }) {
            throw syntaxError(
                .smartQuote,
                "\(found) is not a straight quotation mark, which JSON requires", "use \" instead"
            )
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
}
