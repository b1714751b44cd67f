// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads objects and arrays.
extension TolerantReader {
    mutating func readObject() -> JSONNode {
        let start = enter()
        var members: [JSONNode.Member] = []
        var separators = Separators()
        while hasNext(ASCII.closeBrace, &separators) {
            if takeSuperfluousComma(&separators, isObject: true) { continue }
            let keyStart = offset
            guard let key = readKey() else {
                skipJunk("a key in quotation marks was expected")
                separators.isBetween = true
                continue
            }
            let keyRange = keyStart..<offset
            reportMissingComma(&separators, before: keyRange, isSafe: true)
            path.append(.key(key))
            if let value = readMemberValue(of: key, keyRange) {
                members.append(JSONNode.Member(key, at: keyRange, value))
            }
            path.removeLast()
            separators.previousEnd = offset
            takeSeparator(&separators)
        }
        leave()
        return JSONNode(.object(members), at: start..<offset)
    }

    mutating func readArray() -> JSONNode {
        let start = enter()
        var elements: [JSONNode] = []
        var separators = Separators()
        while hasNext(ASCII.closeBracket, &separators) {
            if takeSuperfluousComma(&separators, isObject: false) { continue }
            path.append(.index(elements.count))
            let valueStart = offset
            let value = readValue()
            path.removeLast()
            guard let value else {
                skipJunk("a value was expected")
                separators.isBetween = true
                continue
            }
            // Two adjacent strings may be meant as a single string, as in C and Python.
            let areTexts = value.isText && elements.last?.isText ?? false
            reportMissingComma(&separators, before: valueStart..<offset, isSafe: !areTexts)
            elements.append(value)
            separators.previousEnd = offset
            takeSeparator(&separators)
        }
        leave()
        return JSONNode(.array(elements), at: start..<offset)
    }

    /// The state of the separators between the values of an object or array.
    struct Separators {
        /// The end offset of the last value; `nil` before the first value.
        var previousEnd: Int?
        /// Whether a value may follow without an error.
        var isBetween = true
        /// The offset of the last comma, if no value has followed that comma yet.
        var comma: Int?
    }

    // MARK: Brackets

    private mutating func enter() -> Int {
        open.append((bytes[offset], offset))
        offset += 1
        return offset - 1
    }

    private mutating func leave() { open.removeLast() }

    /// Returns whether another value follows. If none follows, consumes the closing bracket or
    /// reports that the bracket is missing.
    private mutating func hasNext(_ closing: UInt8, _ separators: inout Separators) -> Bool {
        skipBlanks()
        guard let byte = peek else {
            reportTruncation()
            return false
        }
        if byte == closing {
            if let comma = separators.comma, separators.previousEnd != nil {
                reportComma(comma, "there is a comma before \(found)", isSafe: true)
            }
            offset += 1
            return false
        }
        guard byte == ASCII.closeBrace || byte == ASCII.closeBracket, let here = open.last else {
            return true
        }
        let expected = Character(Unicode.Scalar(closing))
        add(
            .wrongBracket,
            "\(expected) was expected to close the bracket at \(position(of: here.offset)), found "
                + found,
            remedy: "write \(expected) here", at: offset..<(offset + 1))
        // The bracket may close the enclosing container. In that case, the current container was
        // not closed.
        let opener = byte == ASCII.closeBrace ? ASCII.openBrace : ASCII.openBracket
        if !open.dropLast().contains(where: { $0.bracket == opener }) { offset += 1 }
        return false
    }

    /// Reports that the text ends too early. Only the first call adds a finding.
    mutating func reportTruncation() {
        guard !isTruncated else { return }
        isTruncated = true
        guard let innermost = open.last else { return }
        let bracket = Character(Unicode.Scalar(innermost.bracket))
        let outer = open.count - 1
        let more =
            switch outer {
            case 0: ""
            case 1: "; 1 outer bracket is not closed either"
            default: "; \(outer) outer brackets are not closed either"
            }
        add(
            .truncated,
            "the text ends before the \(bracket) at \(position(of: innermost.offset)) is "
                + "closed\(more)",
            at: bytes.count..<bytes.count)
    }

    // MARK: Commas

    private mutating func takeSeparator(_ separators: inout Separators) {
        skipBlanks()
        separators.isBetween = false
        separators.comma = nil
        if peek == ASCII.comma {
            separators.comma = offset
            separators.isBetween = true
            offset += 1
        } else if peek == ASCII.semicolon {
            add(
                .notJSON, "a comma was expected, found ;", remedy: "separate values with commas",
                at: offset..<(offset + 1))
            separators.isBetween = true
            offset += 1
        }
    }

    private mutating func takeSuperfluousComma(
        _ separators: inout Separators, isObject: Bool
    ) -> Bool {
        guard peek == ASCII.comma else { return false }
        // In an array, the comma may represent an omitted value.
        reportComma(offset, "there is nothing before this comma", isSafe: isObject)
        offset += 1
        separators.isBetween = true
        return true
    }

    private mutating func reportComma(_ comma: Int, _ message: String, isSafe: Bool) {
        let range = comma..<(comma + 1)
        add(
            .trailingComma, message, at: range,
            fix: isSafe ? TextFix("remove the comma", replacing: range, with: "") : nil)
    }

    private mutating func reportMissingComma(
        _ separators: inout Separators, before next: Range<Int>, isSafe: Bool
    ) {
        defer { separators.isBetween = false }
        guard !separators.isBetween, let end = separators.previousEnd else { return }
        add(
            .missingComma, "a comma is missing between two values", at: end..<(end + 1),
            fix: isSafe ? TextFix("insert a comma", replacing: end..<end, with: ",") : nil)
    }

    // MARK: Members

    /// Reads a key that has quotation marks of any kind or none. Returns `nil` if the text here
    /// does not resemble a key.
    private mutating func readKey() -> String? {
        guard let byte = peek else { return nil }
        if byte == ASCII.quote { return readString() }
        if let quotes = OddQuotes(scalar(at: offset).scalar) { return readString(in: quotes) }
        guard byte.isWordByte else { return nil }
        let start = offset
        let end = bytes[start...].firstIndex { !$0.isWordByte } ?? bytes.count
        let next = bytes[end...].first { !$0.isJSONBlank }
        guard next == ASCII.colon || next == ASCII.equals else { return nil }
        offset = end
        let key = String(decoding: bytes[start..<end], as: UTF8.self)
        add(
            .unquotedKey, "the key \(Self.shortened(key)) has no quotation marks",
            remedy: "write \"\(Self.shortened(key))\"", at: start..<end,
            fix: TextFix(
                "put the key in quotation marks",
                [
                    TextFix.Edit(start..<start, [ASCII.quote]),
                    TextFix.Edit(end..<end, [ASCII.quote]),
                ]))
        return key
    }

    private mutating func readMemberValue(of key: String, _ keyRange: Range<Int>) -> JSONNode? {
        skipBlanks()
        let name = Self.shortened(key)
        if peek == ASCII.colon {
            offset += 1
        } else if peek == ASCII.equals {
            add(
                .notJSON, "a colon was expected after \"\(name)\", found =",
                remedy: "write \"\(name)\": value", at: offset..<(offset + 1))
            offset += starts(with: "=>", at: offset) ? 2 : 1
        } else if let byte = peek, !byte.endsJSONValue {
            add(
                .notJSON, "a colon was expected after \"\(name)\", found \(found)",
                remedy: "write \"\(name)\": value", at: offset..<(offset + 1))
        }
        skipBlanks()
        guard let byte = peek else {
            reportTruncation()
            return nil
        }
        if byte.endsJSONValue {
            add(
                .notJSON, "the key \"\(name)\" has no value",
                remedy: "write the value after a colon, or remove the key", at: keyRange)
            if byte == ASCII.colon { offset += 1 }
            return nil
        }
        if let value = readValue() { return value }
        skipJunk("a value was expected")
        // The text may be @"text" from Objective-C.
        return peek == ASCII.quote ? readValue() : nil
    }

    /// Skips unreadable text up to a position where a value may begin.
    private mutating func skipJunk(_ expectation: String) {
        guard let byte = peek else { return reportTruncation() }
        let start = offset
        let what = found
        if byte == ASCII.openBrace || byte == ASCII.openBracket {
            _ = readValue()
        } else {
            offset += scalar(at: offset).length
            while let next = peek, !next.endsJSONValue, next != ASCII.openBrace,
                next != ASCII.openBracket, next != ASCII.quote, next != ASCII.lineFeed
            {
                offset += 1
            }
        }
        add(.notJSON, "\(expectation), found \(what)", at: start..<(start + 1))
    }
}

extension JSONNode {
    fileprivate var isText: Bool { if case .string = content { true } else { false } }
}
