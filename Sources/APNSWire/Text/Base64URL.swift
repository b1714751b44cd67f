// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Encodes and decodes base64url without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Encodes bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        var buffer: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                digits.append(alphabet[Int(buffer >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { digits.append(alphabet[Int(buffer << UInt32(6 - bitCount) & 63)]) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Decodes the output of ``encode(_:)``. Returns `nil` for any other text, so that no two texts
    /// decode to the same bytes.
    package static func decode(_ text: some StringProtocol) -> Data? {
        decode(text.utf8, allowsBitsLeft: false, sextet: value)
    }

    /// Decodes leniently. This function also accepts the standard base64 alphabet, padding and
    /// leftover bits, which occur in the tokens of some senders.
    package static func decodeLeniently(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
        return decode(digits, allowsBitsLeft: true) { digit in
            switch digit {
            case UInt8(ascii: "+"): 62
            case UInt8(ascii: "/"): 63
            default: value(digit)
            }
        }.map { Array($0) }
    }

    private static func decode(
        _ digits: some Collection<UInt8>, allowsBitsLeft: Bool, sextet: (UInt8) -> UInt32?
    ) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes = Data(capacity: digits.count * 3 / 4)
        var buffer: UInt32 = 0
        var bitCount = 0
        for digit in digits {
            guard let value = sextet(digit) else { return nil }
            buffer = buffer << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bitCount)))
            }
        }
        guard allowsBitsLeft || buffer & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }

    /// Returns the number of characters that encode the given number of bytes.
    package static func characterCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
