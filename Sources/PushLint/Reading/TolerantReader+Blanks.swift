// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads the text before and between values: byte order marks, white space and comments.
extension TolerantReader {
    /// Returns whether the text is UTF-8, judging by its first bytes.
    mutating func checkEncoding() -> Bool {
        let head = Array(bytes[offset...].prefix(4))
        if let name = Self.encoding(of: head) {
            add(.wrongEncoding, "this is \(name), not UTF-8", at: offset..<(offset + 1))
            return false
        }
        if head.starts(with: Self.byteOrderMark) {
            let range = offset..<(offset + 3)
            add(
                .byteOrderMark, "the text starts with a byte-order mark", at: range,
                fix: TextFix("remove it", replacing: range, with: ""))
            offset += 3
        }
        return true
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the name of an encoding other than UTF-8. The encoding is recognized by its byte
    /// order mark, or by the zero bytes in ASCII text (RFC 4627 section 3).
    private static func encoding(of head: [UInt8]) -> String? {
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
            return "UTF-32"
        }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        guard head.contains(0) else { return nil }
        let zeros = head.map { $0 == 0 }
        switch zeros {
        case [true, true, true, false], [false, true, true, true]: return "UTF-32"
        case [true, false, true, false], [false, true, false, true], [true, false], [false, true]:
            return "UTF-16"
        default: return "a binary file"
        }
    }

    /// Skips white space, comments, and characters that only look like white space.
    mutating func skipBlanks() {
        while let byte = peek {
            if byte.isJSONBlank {
                offset += 1
            } else if byte == ASCII.hash || byte == ASCII.slash {
                guard skipComment() else { return }
            } else if let name = Self.nameOfBlank(scalar(at: offset).scalar) {
                let range = offset..<(offset + scalar(at: offset).length)
                add(
                    .invisibleCharacter, "there is \(name) between values", at: range,
                    fix: TextFix("replace it with a space", replacing: range, with: " "))
                offset = range.upperBound
            } else {
                return
            }
        }
    }

    private static func nameOfBlank(_ scalar: Unicode.Scalar?) -> String? {
        guard let scalar, scalar.value >= 0x80 || scalar.value == 0x0B || scalar.value == 0x0C
        else { return nil }
        switch scalar.value {
        case 0x0B: return "a vertical tab"
        case 0x0C: return "a form feed"
        case 0xA0: return "a no-break space (U+00A0)"
        case 0x200B...0x200F, 0x2060: return "an invisible character (zero width)"
        case 0x2028, 0x2029: return "a line separator (U+2028)"
        case 0xFEFF: return "a byte-order mark (U+FEFF)"
        default: return scalar.properties.isWhitespace ? "a space other than U+0020" : nil
        }
    }

    /// Skips a comment. Returns `false` if there is no comment at the current position.
    private mutating func skipComment() -> Bool {
        let start = offset
        if starts(with: "/*", at: start) {
            var end = start + 2
            while end < bytes.count, !starts(with: "*/", at: end) { end += 1 }
            offset = min(end + 2, bytes.count)
        } else if bytes[start] == ASCII.hash || starts(with: "//", at: start) {
            offset = bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
        } else {
            return false
        }
        let range = start..<offset
        // Keeps a space where the comment separated two values.
        let before = start > 0 ? bytes[start - 1] : ASCII.space
        let after = offset < bytes.count ? bytes[offset] : ASCII.space
        let isFree =
            before.isJSONBlank || after.isJSONBlank || before.endsJSONValue || after.endsJSONValue
        add(
            .comment, "JSON has no comments", at: range,
            fix: TextFix("remove the comment", replacing: range, with: isFree ? "" : " "))
        return true
    }
}
