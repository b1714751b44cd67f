// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding of one component of a URL's path or query (RFC 3986 section 2.1).
public enum PercentCoding {
    /// Everything but the unreserved characters as `%` and two hex digits.
    public static func encode(_ text: some StringProtocol) -> String {
        text.utf8.map { byte in
            isUnreserved(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Hex.encode(CollectionOfOne(byte)).uppercased()
        }.joined()
    }

    /// The text behind the encoding; `nil` when a `%` is not followed by two hex digits, or when the bytes are
    /// not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            guard source[index] == UInt8(ascii: "%") else {
                bytes.append(source[index])
                index += 1
                continue
            }
            guard index + 2 < source.count,
                let byte = Hex.decode(String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self))?.first
            else { return nil }
            bytes.append(byte)
            index += 3
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
