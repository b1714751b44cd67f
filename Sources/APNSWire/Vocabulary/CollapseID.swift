// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The value of the `apns-collapse-id` header, at most 64 bytes of UTF-8. On the device, a
/// notification replaces an earlier notification with the same value.
///
/// Source: "Sending notification requests to APNs".
public struct CollapseID: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length in bytes (not characters).
    public static let byteCountMax = 64

    public let text: String

    public init(_ text: String) throws(CollapseIDError) {
        guard !text.isEmpty, text.utf8.count <= Self.byteCountMax else {
            throw CollapseIDError(byteCount: text.utf8.count)
        }
        guard HeaderText.isSendable(text) else { throw CollapseIDError(byteCount: nil) }
        self.text = text
    }

    public var description: String { text }
}

/// The reason why a text cannot be a collapse identifier.
public struct CollapseIDError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The length in bytes, if it is 0 or too large; `nil` when a character is invalid.
    let byteCount: Int?

    public var description: String {
        if let byteCount {
            "a collapse identifier has 1 to \(CollapseID.byteCountMax) bytes of UTF-8, but this "
                + "has \(byteCount); use a shorter name or a hash of it"
        } else {
            "a collapse identifier cannot contain line breaks or other control characters, nor "
                + "begin or end with a space; remove them"
        }
    }
}

/// Validates the values of request headers (RFC 9110 section 5.5).
enum HeaderText {
    /// Returns whether a text contains no control character, so that it cannot inject a second
    /// header, and neither begins nor ends with a space. In HTTP/2, a field with such a space is
    /// malformed, and servers reset the stream or close the connection (RFC 9113 section 8.2.1).
    static func isSendable(_ text: String) -> Bool {
        text.utf8.first != 0x20 && text.utf8.last != 0x20
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
