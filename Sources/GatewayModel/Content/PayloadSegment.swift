// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A part of a compiled payload: bytes that are copied, a variable's value, or a choice.
///
/// All bytes are already escaped for their place in the JSON.
package indirect enum PayloadSegment: Hashable, Sendable {
    case bytes([UInt8])
    case value(Value)
    case choice(Choice)

    /// The placeholder for a variable's value.
    package struct Value: Hashable, Sendable {
        let name: String
        let style: Style
        /// The bytes that replace a missing value; `nil` if a value is required.
        let replacement: [UInt8]?
    }

    /// How a value is written.
    package enum Style: Hashable, Sendable {
        /// As it is.
        case raw
        /// As a text of at most this many Unicode scalars. A longer text is shortened, and control
        /// characters except line breaks and tabs become blanks.
        case text(lengthMax: Int)
        /// As a text of at most this many Unicode scalars, percent-encoded (RFC 3986 section 2.1).
        case url(lengthMax: Int)
        case number(TemplateLocale, isGrouped: Bool, fractionDigits: Int?)
        /// A number without the separators of a language, such as `1234.5`.
        case plain
        case day(TemplateLocale)
        case isoDay
        /// `true` or `false`.
        case flag
    }

    /// A choice by the value of a variable.
    package struct Choice: Hashable, Sendable {
        let name: String
        /// The rule that gives a number its category; `nil` if the value itself selects the case.
        let plural: PluralRule?
        /// The value that is used for recipients without a value.
        let standard: String?
        let cases: [String: [PayloadSegment]]

        /// Returns the parts for a value; `nil` if no case applies.
        func parts(for value: String?) -> [PayloadSegment]? {
            guard let plural else {
                guard let value = value ?? standard else { return nil }
                return cases[value] ?? cases["other"]
            }
            let number =
                value.flatMap { TemplateNumber($0) } ?? standard.flatMap { TemplateNumber($0) }
            guard let number else { return nil }
            return cases["=" + number.text] ?? cases[plural.category(of: number).rawValue]
                ?? cases["other"]
        }
    }

    /// Appends the bytes for a recipient. Returns `false` if a value is missing.
    func append(to bytes: inout [UInt8], _ values: [String: String]) -> Bool {
        switch self {
        case .bytes(let own):
            bytes += own
            return true
        case .value(let place): return place.append(to: &bytes, values[place.name])
        case .choice(let choice):
            guard let parts = choice.parts(for: values[choice.name]) else { return false }
            return parts.allSatisfy { $0.append(to: &bytes, values) }
        }
    }

    /// The approximate number of bytes, for reserving memory.
    var expectedByteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .value: 32
        case .choice(let choice):
            choice.cases.values.map { $0.reduce(0) { $0 + $1.expectedByteCount } }.max() ?? 0
        }
    }

    /// Returns the names of the variables, in the order of their occurrence.
    static func names(in segments: [PayloadSegment]) -> [String] {
        segments.flatMap { segment -> [String] in
            switch segment {
            case .bytes: []
            case .value(let value): [value.name]
            case .choice(let choice):
                [choice.name]
                    + choice.cases.sorted { $0.key < $1.key }.flatMap { names(in: $0.value) }
            }
        }
    }
}

extension PayloadSegment.Value {
    /// Appends the value or its replacement. Returns `false` if there is neither.
    func append(to bytes: inout [UInt8], _ value: String?) -> Bool {
        if let value, style.append(value, to: &bytes) { return true }
        guard let replacement else { return false }
        bytes += replacement
        return true
    }
}

extension PayloadSegment.Style {
    /// Appends a value, escaped for use inside a JSON string. Returns `false` if the value is not
    /// of the style's type.
    func append(_ value: String, to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .raw: JSONEscapes.append(value, to: &bytes)
        case .text(let lengthMax):
            JSONEscapes.appendText(Self.shortened(value, to: lengthMax), to: &bytes)
        case .url(let lengthMax):
            let text =
                value.unicodeScalars.count <= lengthMax
                ? value[...]
                : Self.prefix(
                    of: value, lengthMax)
            bytes += Array(PercentCoding.encode(String(text)).utf8)
        case .number(let locale, let isGrouped, let digits):
            guard let number = TemplateNumber(value) else { return false }
            bytes += Array(
                locale.text(of: number, isGrouped: isGrouped, fractionDigits: digits).utf8)
        case .plain:
            guard let number = TemplateNumber(value) else { return false }
            bytes += Array(number.text.utf8)
        case .day(let locale):
            guard let time = AudienceTime.milliseconds(value) else { return false }
            bytes += Array(locale.text(ofDay: time).utf8)
        case .isoDay:
            guard let time = AudienceTime.milliseconds(value) else { return false }
            bytes += Array(AudienceTime.text(time).prefix(10).utf8)
        case .flag:
            guard value == "true" || value == "false" else { return false }
            bytes += Array(value.utf8)
        }
        return true
    }

    /// Returns a text with at most the given number of Unicode scalars. A text that is too long
    /// ends with an ellipsis, and no character is cut into pieces.
    static func shortened(_ text: String, to lengthMax: Int) -> String {
        guard text.utf8.count > lengthMax, text.unicodeScalars.count > lengthMax else {
            return text
        }
        return prefix(of: text, lengthMax - 1) + "…"
    }

    /// Returns the first characters of a text, with at most the given number of Unicode scalars.
    private static func prefix(of text: String, _ lengthMax: Int) -> Substring {
        var count = 0
        return text.prefix { character in
            count += character.unicodeScalars.count
            return count <= lengthMax
        }
    }

    /// The longest text that the style can write, as bytes.
    var longest: [UInt8] {
        switch self {
        case .raw: return []
        // No character needs more bytes in JSON, since control characters become blanks.
        case .text(let lengthMax):
            return Array(String(repeating: "\u{1F600}", count: lengthMax).utf8)
        case .url(let lengthMax):
            return Array(String(repeating: "%F0%9F%98%80", count: lengthMax).utf8)
        case .number(let locale, let isGrouped, let digits):
            let whole = "-" + String(repeating: "8", count: TemplateNumber.wholeDigitCountMax)
            guard let number = TemplateNumber(whole) else { return [] }
            var text = locale.text(of: number, isGrouped: isGrouped)
            let count = digits ?? TemplateNumber.fractionDigitCountMax
            if count > 0 { text += locale.decimal + String(repeating: "8", count: count) }
            return Array(text.utf8)
        case .plain:
            return Array(
                ("-" + String(repeating: "8", count: TemplateNumber.wholeDigitCountMax) + "."
                    + String(repeating: "8", count: TemplateNumber.fractionDigitCountMax)).utf8)
        case .day(let locale):
            // 30 December 9999: both the day and the month have two digits.
            return Array(locale.text(ofDay: 253_402_128_000_000).utf8)
        case .isoDay: return Array("9999-12-30".utf8)
        case .flag: return Array("false".utf8)
        }
    }
}

/// Escapes text for use inside JSON strings.
enum JSONEscapes {
    /// Appends a text, escaped for use inside a JSON string.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes += Array("\\u00".utf8)
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            default: bytes.append(byte)
            }
        }
    }

    /// Appends a text like ``append(_:to:)``, with line breaks and tabs as short escapes and blanks
    /// in place of other control characters. So no Unicode scalar takes more than four bytes.
    static func appendText(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            case 0..<0x20, 0x7F: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
