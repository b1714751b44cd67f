// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads text that is not valid JSON in the way that a person would: the reader records each error
/// and continues after it.
///
/// Any input is safe, because depth, lookahead and the number of findings are limited. Valid JSON
/// produces the same tree as ``JSONReader``.
struct TolerantReader {
    /// The maximum nesting depth of objects and arrays. Deeper values are skipped.
    static let depthMax = JSONReader.Limits().depthMax
    /// The maximum number of bytes by which the reader looks ahead in the whole text. Beyond this
    /// number, the reader makes the simplest guess.
    static let lookaheadByteCountMax = 1 << 21

    let bytes: [UInt8]
    var offset: Int
    var errors = SyntaxErrorList()
    /// The brackets that are not closed yet, with their positions.
    var open: [(bracket: UInt8, offset: Int)] = []
    /// The keys and indices that lead to the current position.
    var path: [JSONPathStep] = []
    var isTruncated = false
    /// Whether bytes that are not UTF-8 have been reported.
    var isEncodingReported = false
    var lookaheadLeft = TolerantReader.lookaheadByteCountMax

    private init(bytes: [UInt8], offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The readable part of a text, and the errors in the text.
    struct Result {
        /// The value; `nil` if nothing could be read.
        let root: JSONNode?
        let errors: [JSONFinding]
    }

    static func read(_ bytes: [UInt8], from start: Int) -> Result {
        var reader = TolerantReader(bytes: bytes, offset: max(0, min(start, bytes.count)))
        let root = reader.readDocument()
        return Result(root: root, errors: reader.errors.all)
    }

    private mutating func readDocument() -> JSONNode? {
        guard checkEncoding() else { return nil }
        skipBlanks()
        guard offset < bytes.count else {
            add(.empty, "there is no JSON", at: offset..<offset)
            return nil
        }
        if let foreign = ForeignText(bytes[offset...]) {
            add(.notJSON, foreign.problem, remedy: foreign.remedy, at: offset..<(offset + 1))
            return nil
        }
        let start = offset
        guard let root = readValue() else {
            if offset < bytes.count {
                add(
                    .notJSON, "a JSON object was expected, found \(found)",
                    remedy: "start the payload with {, and put aps inside "
                        + "it", at: start..<(start + 1))
            }
            return nil
        }
        skipBlanks()
        if peek == ASCII.colon, case .string(let key) = root.content {
            add(
                .notJSON, "the key \"\(Self.shortened(key))\" is outside an object",
                remedy: "put { before it and } at the end", at: root.range)
            return nil
        }
        readTrailingText()
        return root
    }

    /// Reports the text that follows the value.
    private mutating func readTrailingText() {
        guard offset < bytes.count else { return }
        let start = offset
        let rest = bytes[start...]
        let closers = rest.allSatisfy {
            $0.isJSONBlank || $0 == ASCII.closeBrace || $0 == ASCII.closeBracket
        }
        if closers {
            let end = (rest.lastIndex { !$0.isJSONBlank } ?? start) + 1
            add(
                .trailingText, "\(found) has no matching opening bracket",
                remedy: "remove the closing bracket, or add the opening bracket", at: start..<end,
                fix: TextFix("remove it", replacing: start..<end, with: ""))
        } else if let end = endOfStrayMarks(start) {
            add(
                .trailingText, "\(found) follows the end of the object", remedy: "remove it",
                at: start..<end,
                fix: TextFix("remove the trailing characters", replacing: start..<end, with: ""))
        } else if peek == ASCII.openBrace || peek == ASCII.openBracket {
            add(
                .trailingText, "a second JSON value follows the first",
                remedy: "write one payload per file", at: start..<(start + 1))
        } else if peek == ASCII.comma {
            add(
                .trailingText, "the object ends before this comma, but more text follows",
                remedy: "remove the } before the comma, or the text after "
                    + "it", at: start..<(start + 1))
        } else {
            add(
                .trailingText,
                "there is more text after the end of the object, starting with \(found)",
                at: start..<(start + 1))
        }
        offset = bytes.count
    }
}

extension TolerantReader {
    /// The maximum number of characters after the object that are treated as remains of code.
    private static let strayMarkCountMax = 8

    /// Returns the end of characters, such as a quotation mark and a semicolon, that remain after
    /// the object because it was copied from source code. Returns `nil` if any other text follows.
    private func endOfStrayMarks(_ start: Int) -> Int? {
        var position = start
        var end = start
        var count = 0
        while position < bytes.count {
            let (scalar, length) = scalar(at: position)
            position += length
            if length == 1, bytes[position - 1].isJSONBlank { continue }
            guard let scalar, count < Self.strayMarkCountMax,
                scalar == "\"" || scalar == ";" || scalar == "," || scalar == ")" || scalar == "}"
                    || scalar == "]" || OddQuotes(scalar) != nil
            else { return nil }
            count += 1
            end = position
        }
        return end
    }
}

// MARK: - Lookahead and reporting

extension TolerantReader {
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func starts(with text: String, at position: Int) -> Bool {
        position <= bytes.count && bytes[position...].starts(with: text.utf8)
    }

    /// Returns the scalar at a position and its length in bytes. For an invalid byte, the length is
    /// 1.
    func scalar(at position: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        guard position < bytes.count else { return (nil, 0) }
        if bytes[position] < 0x80 { return (Unicode.Scalar(bytes[position]), 1) }
        var decoder = UTF8()
        var iterator = bytes[position..<min(position + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (nil, 1) }
        return (scalar, UTF8.width(scalar))
    }

    /// A description of the text at the current position, for a message.
    var found: String {
        guard let byte = peek else { return "the end of the text" }
        if byte < 0x20 || byte == 0x7F { return "a control character (\(byte))" }
        return scalar(at: offset).scalar.map { "\($0)" } ?? "byte \(byte)"
    }

    /// Returns a position as text, for instance `line 3, column 8`.
    func position(of offset: Int) -> String {
        SourcePosition(byteOffset: offset, in: bytes).description
    }

    mutating func add(
        _ rule: DiagnosticRule, _ message: String, remedy: String? = nil, at range: Range<Int>,
        fix: TextFix? = nil
    ) {
        let end = min(range.upperBound, bytes.count)
        let range = min(range.lowerBound, end)..<end
        errors.add(
            JSONFinding(
                rule: rule, message: message, remedy: remedy ?? rule.remedy, range: range,
                keyPath: JSONPathStep.text(path), fix: fix))
    }

    /// Returns a text on one line, shortened for a message.
    static func shortened(_ text: String) -> String {
        let line = text.prefix(32).map { $0.isNewline ? " " : String($0) }.joined()
        return text.count > 32 ? line + "…" : line
    }
}
