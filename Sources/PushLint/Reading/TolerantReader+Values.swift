// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads values, numbers and literals.
extension TolerantReader {
    /// Reads the value at the current position. Returns `nil` if the text here does not resemble a
    /// value.
    mutating func readValue() -> JSONNode? {
        guard let byte = peek else {
            reportTruncation()
            return nil
        }
        let start = offset
        switch byte {
        case ASCII.openBrace, ASCII.openBracket:
            guard open.count <= Self.depthMax else { return skipDeepValue() }
            return byte == ASCII.openBrace ? readObject() : readArray()
        case ASCII.quote:
            let text = readString()
            return JSONNode(.string(text), at: start..<offset)
        default: break
        }
        if let quotes = OddQuotes(scalar(at: offset).scalar) {
            let text = readString(in: quotes)
            return JSONNode(.string(text), at: start..<offset)
        }
        guard byte.isWordByte else { return nil }
        offset = bytes[start...].firstIndex { !$0.isWordByte } ?? bytes.count
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        return JSONNode(content(of: word, at: start..<offset), at: start..<offset)
    }

    /// Skips an object or array that is nested too deeply, by counting brackets.
    private mutating func skipDeepValue() -> JSONNode {
        let start = offset
        add(
            .tooDeep, "values are nested more than \(Self.depthMax) levels deep",
            at: start..<(start + 1))
        var depth = 0
        while let byte = peek {
            if byte == ASCII.quote {
                offset = (endOfString(from: offset + 1) ?? bytes.count - 1) + 1
                continue
            }
            offset += 1
            if byte == ASCII.openBrace || byte == ASCII.openBracket { depth += 1 }
            if byte == ASCII.closeBrace || byte == ASCII.closeBracket { depth -= 1 }
            if depth == 0 { break }
        }
        return JSONNode(.null, at: start..<offset)
    }

    // MARK: Literals

    private mutating func content(of word: String, at range: Range<Int>) -> JSONNode.Content {
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: break
        }
        if let number = JSONNumber(exactly: word) { return .number(number) }
        if let literal = ForeignLiteral(word) {
            add(
                .foreignLiteral, "\(word) is \(literal.origin), which JSON does not allow",
                remedy: "write \(literal.json)", at: range,
                fix: literal.isSafe
                    ? TextFix("write \(literal.json)", replacing: range, with: literal.json) : nil)
            return literal.content
        }
        if word.utf8.contains(where: \.isASCIIDigit), let number = oddNumber(word, at: range) {
            return .number(number)
        }
        add(
            .notJSON, "the string \(Self.shortened(word)) has no quotation marks",
            remedy: "write it in double quotation marks", at: range)
        return .string(word)
    }

    // MARK: Numbers

    /// Reads a number in a notation that people use but that JSON does not allow.
    private mutating func oddNumber(_ word: String, at range: Range<Int>) -> JSONNumber? {
        if let hex = Self.hexadecimal(word) {
            add(
                .badNumber, "JSON has no hexadecimal numbers", remedy: "write \(hex)", at: range)
            return JSONNumber(hex)
        }
        let (text, isSafe) = Self.corrected(number: word)
        guard let number = JSONNumber(exactly: text) else { return nil }
        add(
            .badNumber, "\(Self.shortened(word)) is not a valid JSON number",
            remedy: isSafe
                ? "write \(Self.shortened(text))" : "write the number without leading zeros",
            at: range,
            fix: isSafe ? TextFix("write \(text)", replacing: range, with: text) : nil)
        return number
    }

    private static func hexadecimal(_ word: String) -> Int? {
        guard word.hasPrefix("0x") || word.hasPrefix("0X") else { return nil }
        return Int(word.dropFirst(2), radix: 16)
    }

    /// Returns the number in JSON notation, and whether the new notation certainly preserves the
    /// number's value.
    private static func corrected(number word: String) -> (text: String, isSafe: Bool) {
        var body = Substring(word)
        var sign = ""
        if body.first == "+" { body.removeFirst() }
        if body.first == "-" {
            sign = "-"
            body.removeFirst()
        }
        body = Substring(body.filter { $0 != "_" })
        let exponent = body.firstIndex { $0 == "e" || $0 == "E" } ?? body.endIndex
        var mantissa = body[..<exponent]
        if mantissa.first == "." { mantissa = "0" + mantissa }
        if mantissa.last == "." { mantissa += "0" }
        let digits = mantissa.drop { $0 == "0" }
        let zeroCount = mantissa.count - digits.count
        if digits.first?.isNumber ?? false {
            mantissa = digits
        } else if zeroCount > 1 {
            mantissa = "0" + digits
        }
        // The text 010 means 8 in some languages and 10 in others.
        let isOctal =
            zeroCount > 0 && digits.count > 1
            && digits.allSatisfy { ("0"..."7").contains($0) }
        return (sign + mantissa + body[exponent...], !isOctal)
    }
}

/// A word that other languages use for `true`, `false`, `null` or a special number.
private struct ForeignLiteral {
    let origin: String
    let json: String
    let content: JSONNode.Content
    /// Whether the sender certainly meant the JSON literal.
    let isSafe: Bool

    init?(_ word: String) {
        switch word {
        case "True": self.init("a Python literal", "true", .bool(true))
        case "False": self.init("a Python literal", "false", .bool(false))
        case "None": self.init("a Python literal", "null", .null)
        case "TRUE", "FALSE":
            let flag = word == "TRUE"
            self.init("written in capitals", flag ? "true" : "false", .bool(flag))
        case "NULL", "Null": self.init("written in capitals", "null", .null)
        case "nil": self.init("a literal of Swift, Ruby or Go", "null", .null)
        case "undefined":
            self.init("a JavaScript value", "null, or remove the key", .null, isSafe: false)
        case "YES", "NO", "yes", "no":
            let flag = word.first == "Y" || word.first == "y"
            self.init(
                "a property list value", flag ? "true" : "false", .bool(flag), isSafe: false)
        case "NaN", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "nan":
            self.init(
                "a special number", "a number, or remove the key", .null,
                isSafe: false)
        default: return nil
        }
    }

    private init(
        _ origin: String, _ json: String, _ content: JSONNode.Content, isSafe: Bool = true
    ) {
        self.origin = origin
        self.json = json
        self.content = content
        self.isSafe = isSafe
    }
}
