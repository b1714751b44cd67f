// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Parses the texts of templates; see ``TemplateText`` for the grammar.
struct TemplateTextParser {
    private let bytes: [UInt8]
    private var offset = 0
    private var placeholderCount = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Parses the whole text.
    mutating func text() throws(TemplateTextError) -> [TemplateText.Part] {
        try parts(in: nil, depth: 0)
    }

    // MARK: Characters and places

    /// Parses parts until the end of the text, or until the brace that ends a case.
    private mutating func parts(
        in kind: TemplateText.Choice.Kind?, depth: Int
    ) throws(TemplateTextError) -> [TemplateText.Part] {
        var parts: [TemplateText.Part] = []
        var characters: [UInt8] = []
        func flush(_ parts: inout [TemplateText.Part], _ characters: inout [UInt8]) {
            guard !characters.isEmpty else { return }
            parts.append(.characters(String(decoding: characters, as: UTF8.self)))
            characters = []
        }
        while offset < bytes.count {
            if take("{{{{") {
                characters += Array("{{".utf8)
            } else if take("{{") {
                flush(&parts, &characters)
                parts.append(try placeholder(depth: depth))
            } else if kind != nil, peek == UInt8(ascii: "}") {
                break
            } else if kind != nil, peek == UInt8(ascii: "{") {
                throw error(
                    "a single brace cannot be in the text of a case; write {{{{ for two braces, or "
                        + "close the case with }")
            } else if kind == .plural, take("##") {
                characters.append(UInt8(ascii: "#"))
            } else if kind == .plural, take("#") {
                flush(&parts, &characters)
                parts.append(.count)
            } else {
                characters.append(bytes[offset])
                offset += 1
            }
        }
        flush(&parts, &characters)
        return parts
    }

    private mutating func placeholder(
        depth: Int
    ) throws(TemplateTextError) -> TemplateText.Part {
        let start = offset - 2
        placeholderCount += 1
        guard placeholderCount <= TemplateText.placeholderCountMax else {
            throw error(
                "the text has more than \(TemplateText.placeholderCountMax) variables; use fewer",
                at: start)
        }
        let name = try name()
        skipBlanks()
        var format = TemplateText.Format.standard
        if take(",") {
            skipBlanks()
            let place = offset
            let word = word()
            if let kind = TemplateText.Choice.Kind(rawValue: word) {
                return try choice(name, kind, from: start, depth: depth)
            }
            format = try self.format(word, at: place)
            skipBlanks()
        }
        var replacement: String?
        if take("|") { replacement = try self.replacement(from: start) }
        guard take("}}") else { throw notClosed(start) }
        return .value(name: name, format: format, replacement: replacement)
    }

    private mutating func name() throws(TemplateTextError) -> String {
        skipBlanks()
        let start = offset
        while let byte = peek, Self.isNameByte(byte) { offset += 1 }
        let count = offset - start
        guard (1...PayloadTemplate.nameByteCountMax).contains(count) else {
            throw error(
                count == 0
                    ? "a variable needs a name after {{; use letters, digits, \"_\", \".\" and "
                        + "\"-\", or {{{{ for two braces"
                    : "the variable's name has \(count) bytes; use at most "
                        + "\(PayloadTemplate.nameByteCountMax)",
                at: start)
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func replacement(
        from start: Int
    ) throws(TemplateTextError) -> String {
        let first = offset
        while offset < bytes.count, !starts("}}") {
            guard !starts("{{") else {
                throw error("the text after | cannot contain a variable; write plain text")
            }
            offset += 1
        }
        guard offset < bytes.count else { throw notClosed(start) }
        return String(decoding: bytes[first..<offset], as: UTF8.self)
    }

    // MARK: Formats

    private mutating func format(
        _ word: String, at place: Int
    ) throws(TemplateTextError) -> TemplateText.Format {
        switch word {
        case "plain": return .plain
        case "date": return .date
        case "iso": return .iso
        case "url": return .url
        case "json": return .json
        case "number":
            skipBlanks()
            guard take(",") else { return .number(fractionDigits: nil) }
            skipBlanks()
            let start = offset
            let digits = self.word()
            guard let count = Int(digits),
                (0...TemplateNumber.fractionDigitCountMax).contains(count)
            else {
                throw error(
                    "the number of digits after the decimal separator is missing or too large; "
                        + "write 0 to \(TemplateNumber.fractionDigitCountMax)", at: start)
            }
            return .number(fractionDigits: count)
        default:
            let words = ["plural", "select", "number", "date", "iso", "plain", "url", "json"]
            let nearest = AudienceWords.nearest(to: word, among: words)
            throw error(
                word.isEmpty
                    ? "there is no word after the comma; write one of "
                        + words.joined(separator: ", ")
                    : "\"\(word.prefix(40))\" is not a format; "
                        + (nearest.map { "did you mean \($0)?" }
                            ?? "write one of " + words.joined(separator: ", ")),
                at: place)
        }
    }

    // MARK: Choices

    private mutating func choice(
        _ name: String, _ kind: TemplateText.Choice.Kind, from start: Int, depth: Int
    ) throws(TemplateTextError) -> TemplateText.Part {
        guard depth < TemplateText.depthMax else {
            throw error(
                "choices are nested more than \(TemplateText.depthMax) levels deep; reduce the "
                    + "nesting", at: start)
        }
        skipBlanks()
        guard take(",") else {
            throw error(
                "there is no comma after \(kind.rawValue); write {{\(name), "
                    + "\(kind.rawValue), other {…}}}")
        }
        var cases: [TemplateText.Case] = []
        while true {
            skipBlanks()
            if starts("}}") || offset >= bytes.count { break }
            let place = offset
            let selector = try selector(kind)
            guard !cases.contains(where: { $0.selector == selector }) else {
                throw error("the case \(selector) occurs twice; keep one of them", at: place)
            }
            skipBlanks()
            guard take("{") else {
                throw error("there is no { after \(selector); write \(selector) {text}")
            }
            let parts = try parts(in: kind, depth: depth + 1)
            guard take("}") else {
                throw error("the case \(selector) has no end; write } after its text", at: place)
            }
            cases.append(TemplateText.Case(selector: selector, parts: parts))
            guard cases.count <= TemplateText.caseCountMax else {
                throw error(
                    "the choice has more than \(TemplateText.caseCountMax) cases; use fewer",
                    at: start)
            }
        }
        guard take("}}") else { throw notClosed(start) }
        guard cases.contains(where: { $0.selector == "other" }) else {
            throw error(
                "the \(kind.rawValue) has no case other; add other {…}, which applies when no "
                    + "other case does", at: start)
        }
        return .choice(TemplateText.Choice(name: name, kind: kind, cases: cases))
    }

    private mutating func selector(
        _ kind: TemplateText.Choice.Kind
    ) throws(TemplateTextError) -> String {
        let start = offset
        if kind == .plural, take("=") {
            let digits = word()
            guard let number = TemplateNumber(digits) else {
                throw error("there is no number after =; write one such as =0", at: start)
            }
            return "=" + number.text
        }
        let word = word()
        let isKnown = kind == .select ? !word.isEmpty : PluralCategory(rawValue: word) != nil
        guard isKnown, word.utf8.count <= PayloadTemplate.nameByteCountMax else {
            let names = PluralCategory.allCases.map(\.rawValue)
            throw error(
                kind == .select
                    ? "a case needs a word and a text; write one such as true {text}"
                    : "\"\(word.prefix(40))\" is not a plural category; write one of "
                        + names.joined(separator: ", ") + ", or a number such as =0",
                at: start)
        }
        return word
    }

    // MARK: Bytes

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(text) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    /// Reads and returns the name or word at the current offset; an empty text if there is none.
    private mutating func word() -> String {
        let start = offset
        while let byte = peek, Self.isNameByte(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private func error(_ description: String, at place: Int? = nil) -> TemplateTextError {
        TemplateTextError(offset: place ?? offset, description: description)
    }

    private func notClosed(_ start: Int) -> TemplateTextError {
        let isFull = offset >= bytes.count
        return error(
            isFull
                ? "the variable has no end; write }} after it, or {{{{ for two braces"
                : "this is not allowed here; write }} to end the variable, | before a replacement, "
                    + "or a comma before a format",
            at: isFull ? start : offset)
    }
}
