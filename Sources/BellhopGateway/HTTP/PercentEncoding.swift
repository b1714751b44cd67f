// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Undoes the escapes of URLs (RFC 3986 section 2.1).
enum PercentEncoding {
    /// The text without escapes; `nil` when one is broken or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsBlank: whether `+` means a blank, as in queries.
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let decoded = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)), decoded.count == 1
                else { return nil }
                bytes.append(decoded[0])
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
