// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Encodes and decodes one component of a URL's path or query with percent-encoding (RFC 3986
/// section 2.1).
public enum PercentCoding {
    /// Returns the text with `%` and two hex digits for each byte that is not an unreserved
    /// character.
    public static func encode(_ text: some StringProtocol) -> String {
        text.utf8.map { byte in
            isUnreserved(byte)
                ? String(Unicode.Scalar(byte))
                : "%" + Hex.encode(CollectionOfOne(byte)).uppercased()
        }.joined()
    }

    /// Returns the decoded text; `nil` when a `%` is not followed by two hex digits, or when the
    /// bytes are not UTF-8.
    ///
    /// - Parameter plusIsBlank: whether `+` represents a space, as in queries.
    public static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard let decoded = Hex.decode(digits), decoded.count == 1 else { return nil }
                bytes += decoded
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
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
