// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Parses the text of an old-style `.strings` file: `"key" = "text";` and comments.
struct StringsParser {
    private let scalars: [Unicode.Scalar]
    private let file: String
    private var offset = 0

    init(_ text: String, file: String) {
        scalars = Array(text.unicodeScalars)
        self.file = file
    }

    /// Returns all entries. For a key that occurs twice, the later entry is used.
    mutating func read() throws(AppFileError) -> [String: String] {
        var strings: [String: String] = [:]
        try skipBlanks()
        let isEnclosed = take("{")
        while true {
            try skipBlanks()
            if isEnclosed, take("}") { break }
            if peek == nil, !isEnclosed { return strings }
            let key = try readToken("a key in quotation marks")
            try skipBlanks()
            if take(";") {
                // A key without a value is its own text.
                strings[key] = key
                continue
            }
            guard take("=") else {
                throw failure(
                    #"expected "=" after the key, found \#(found)"#, #"write "key" = "text";"#)
            }
            try skipBlanks()
            strings[key] = try readToken("a string in quotation marks")
            try skipBlanks()
            guard take(";") else {
                throw failure("expected ; after the string, found \(found)", "end each line with ;")
            }
        }
        try skipBlanks()
        guard peek == nil else {
            throw failure("found \(found) after the closing brace", "remove it")
        }
        return strings
    }

    // MARK: - Tokens

    private mutating func readToken(_ expected: String) throws(AppFileError) -> String {
        if let quote = peek, quote == "\"" || quote == "'" { return try readQuoted(quote) }
        let start = offset
        while let scalar = peek, Self.isPlain(scalar) { offset += 1 }
        guard offset > start else {
            throw failure("expected \(expected), found \(found)", #"write "key" = "text";"#)
        }
        return text(scalars[start..<offset])
    }

    /// Returns whether a key or text without quotation marks may contain the character.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", ":", ".", "-": true
        default: false
        }
    }

    private mutating func readQuoted(_ quote: Unicode.Scalar) throws(AppFileError) -> String {
        let start = offset
        offset += 1
        // The units are UTF-16, because an escape sequence may contain a single surrogate.
        var units: [UInt16] = []
        while let scalar = peek {
            offset += 1
            if scalar == quote { return String(decoding: units, as: UTF16.self) }
            if scalar == "\\" {
                units.append(contentsOf: try readEscape())
            } else {
                units.append(contentsOf: UTF16.encode(scalar).map(Array.init) ?? [])
            }
        }
        offset = start
        throw failure(
            "the quotation mark is not closed", "close it, and write \\\" inside strings")
    }

    private mutating func readEscape() throws(AppFileError) -> [UInt16] {
        guard let scalar = peek else {
            throw failure("the file ends inside a string", "check that the file is complete")
        }
        offset += 1
        switch scalar {
        case "a": return [0x07]
        case "b": return [0x08]
        case "t": return [0x09]
        case "n": return [0x0A]
        case "v": return [0x0B]
        case "f": return [0x0C]
        case "r": return [0x0D]
        case "U", "u": return [try readUnit()]
        case "0"..."7":
            offset -= 1
            return [readOctal()]
        default: return UTF16.encode(scalar).map(Array.init) ?? []
        }
    }

    private mutating func readUnit() throws(AppFileError) -> UInt16 {
        let digits = text(scalars[offset...].prefix(4))
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(digits, radix: 16)
        else { throw failure("\\U needs four hex digits", "write for instance \\U00e9") }
        offset += 4
        return unit
    }

    /// Reads up to three octal digits.
    private mutating func readOctal() -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<3 {
            guard let scalar = peek, let digit = Character(scalar).wholeNumberValue, digit < 8
            else { break }
            value = value * 8 + UInt16(digit)
            offset += 1
        }
        return value
    }

    // MARK: - Positions

    private var peek: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private var found: String {
        guard let scalar = peek else { return "the end of the file" }
        return scalar.value < 0x20 ? "a control character" : "\(scalar)"
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        offset += 1
        return true
    }

    private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private mutating func skipBlanks() throws(AppFileError) {
        while let scalar = peek {
            if scalar.properties.isWhitespace {
                offset += 1
            } else if scalars[offset...].starts(with: "//".unicodeScalars) {
                while let scalar = peek, !Self.endsLine(scalar) { offset += 1 }
            } else if scalars[offset...].starts(with: "/*".unicodeScalars) {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(AppFileError) {
        let start = offset
        offset += 2
        while peek != nil {
            if scalars[offset...].starts(with: "*/".unicodeScalars) {
                offset += 2
                return
            }
            offset += 1
        }
        offset = start
        throw failure("the comment is not closed", "close it with */")
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}"
    }

    private func failure(_ problem: String, _ remedy: String) -> AppFileError {
        var line = 1
        for (index, scalar) in scalars[..<min(offset, scalars.count)].enumerated() {
            // A carriage return and a line feed together are a single line break.
            let isPair =
                scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if Self.endsLine(scalar), !isPair { line += 1 }
        }
        return AppFileError(file, "line \(line)", problem, remedy)
    }
}
