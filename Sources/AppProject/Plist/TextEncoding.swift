// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Converts files in other encodings to UTF-8.
enum TextEncoding {
    /// Returns the text of a UTF-16 file. The encoding is recognized by a byte order mark or by the
    /// positions of zero bytes. Returns `nil` for any other file.
    static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
        let isLittle: Bool
        var start = 2
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): isLittle = true
        case (0xFE, 0xFF): isLittle = false
        case (1..., 0):
            isLittle = true
            start = 0
        case (0, 1...):
            isLittle = false
            start = 0
        default: return nil
        }
        let units = stride(from: start, to: bytes.count, by: 2).map { index in
            let (low, high) =
                isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the text of a file in UTF-8 or UTF-16.
    static func text(_ bytes: [UInt8]) -> String {
        utf16(bytes) ?? String(decoding: bytes, as: UTF8.self)
    }
}
