// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// ASCII characters that have a meaning in JSON or occur in common mistakes.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let hash = UInt8(ascii: "#")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
}

extension UInt8 {
    /// Whether the byte is JSON white space: space, tab, line feed or carriage return.
    var isJSONBlank: Bool {
        self == ASCII.space || self == ASCII.lineFeed || self == ASCII.carriageReturn
            || self == ASCII.tab
    }

    /// Whether the byte ends a value or a key in JSON.
    var endsJSONValue: Bool {
        self == ASCII.comma || self == ASCII.colon || self == ASCII.closeBrace
            || self == ASCII.closeBracket
    }

    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

    /// Whether the byte can be part of an unquoted name, word or number.
    var isWordByte: Bool {
        isASCIIDigit || isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
    }
}
