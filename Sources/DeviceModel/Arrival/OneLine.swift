// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Makes external text safe for one line of a terminal, log or page.
public enum OneLine {
    /// The default for the maximum number of characters.
    public static let characterCountMax = 120
    /// How many code points are examined per allowed character. There must be a limit, because a
    /// single character can have any number of combining marks. Code points beyond this limit are
    /// removed.
    private static let scalarsPerCharacterMax = 16

    /// Turns line breaks and tabs into single spaces, drops hidden characters (`HiddenScalars`),
    /// and truncates long text with `…`.
    public static func text(_ text: String, characterCountMax: Int = OneLine.characterCountMax)
        -> String
    {
        if isPlain(text, byteCountMax: characterCountMax) { return text }
        var clean = String.UnicodeScalarView()
        var hidden = HiddenScalars()
        var endsInBlank = true
        // Examines only the start of the text; this part is longer than any text that can be shown.
        for scalar in text.unicodeScalars.prefix(characterCountMax * scalarsPerCharacterMax) {
            let isHidden = hidden.contains(scalar)
            if isBlank(scalar) {
                if !endsInBlank { clean.append(" ") }
                endsInBlank = true
            } else if !isHidden {
                clean.append(scalar)
                endsInBlank = false
            }
        }
        if clean.last == " " { clean.removeLast() }
        let line = String(clean)
        guard line.count > characterCountMax else { return line }
        return line.prefix(max(0, characterCountMax - 1)) + "…"
    }

    /// Joins texts in one line. Each text is cleaned, and a dot separates the texts that are not
    /// empty.
    static func text(of parts: [String]) -> String {
        var line = ""
        for part in parts {
            let part = text(part)
            if part.isEmpty { continue }
            if !line.isEmpty { line += " · " }
            line += part
        }
        return line
    }

    /// Returns whether the text needs no change: it contains few characters, only printable ASCII,
    /// no two spaces in a row, and no space at either end. Most texts need no change, and checking
    /// bytes is much faster than cleaning the text.
    private static func isPlain(_ text: String, byteCountMax: Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= byteCountMax else { return false }
            var wasBlank = true
            for byte in bytes {
                guard (0x20...0x7E).contains(byte), !(wasBlank && byte == 0x20) else {
                    return false
                }
                wasBlank = byte == 0x20
            }
            return !wasBlank || bytes.isEmpty
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
