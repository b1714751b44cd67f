// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Makes external text printable, so that nothing in the result moves the cursor, changes colors,
/// hides text or changes the order of the surrounding text.
///
/// Rejection reasons, file contents, device names, tokens and arguments pass through these
/// functions before they reach a terminal, a log or an error message.
/// `Tests/TidyTests/PrintableTextTests.swift` checks that no other file contains its own list of
/// dangerous characters.
public enum PrintableText {
    /// The maximum number of combining marks on one character. Further marks are removed; Unicode
    /// itself has no limit.
    private static let markCountMax = 16

    /// Returns the text in one line. An escape character becomes `\u{1B}`, and a line break becomes
    /// `\u{A}`. Tabs become single spaces.
    public static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return cleaned(text) { $0 == "\t" ? " " : spelledOut($0) }
    }

    /// Returns the text with line breaks and tabs unchanged, and everything else as in
    /// ``text(_:)``.
    public static func lines(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return text }
        return cleaned(text) { $0 == "\n" || $0 == "\t" ? String($0) : spelledOut($0) }
    }

    /// Returns JSON in which hidden characters are escapes such as `\u202E`, which have the same
    /// meaning in JSON.
    ///
    /// - Parameter text: JSON. Line breaks between its tokens are kept.
    public static func json(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return text }
        var hidden = HiddenScalars()
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar != "\n", hidden.contains(scalar) {
                for unit in UTF16.encode(scalar) ?? .init() {
                    let digits = String(unit, radix: 16, uppercase: true)
                    let zeros = String(repeating: "0", count: 4 - digits.count)
                    result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
                }
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns a code point as `\u{…}` with its hexadecimal number.
    public static func spelledOut(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    private static func cleaned(_ text: String, _ replace: (Unicode.Scalar) -> String) -> String {
        var hidden = HiddenScalars()
        var markCount = 0
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if hidden.contains(scalar) {
                result.append(contentsOf: replace(scalar).unicodeScalars)
                markCount = 0
            } else {
                markCount = isMark(scalar) ? markCount + 1 : 0
                if markCount <= markCountMax { result.append(scalar) }
            }
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

extension String {
    /// The text in one line, with hidden characters as escapes; see ``PrintableText/text(_:)``.
    public var printable: String { PrintableText.text(self) }
}

/// Recognizes the hidden code points of a text, which the caller passes in order. Hidden code
/// points are control characters, line separators, and format characters that hide text or change
/// its direction.
///
/// Joiners are not hidden, because emoji and several scripts need them. Tag characters are hidden,
/// except in emoji flags such as Scotland's.
public struct HiddenScalars: Sendable {
    private var isInFlag = false

    public init() {}

    /// Returns whether the next code point of the text is hidden.
    public mutating func contains(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) {
            isInFlag = false
            return false
        }
        if (0xE0000...0xE007F).contains(scalar.value) { return !isInFlag }
        isInFlag = scalar.value == 0x1F3F4
        return Self.isHidden(scalar)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters without a visible glyph, and the soft hyphen.
        case 0x00AD, 0x115F, 0x1160, 0x180E, 0x3164, 0xFFA0: true
        // Directional formatting characters.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        // Line separators, zero-width spaces and invisible formatting characters.
        case 0x200B, 0x2028, 0x2029, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true
        case 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
