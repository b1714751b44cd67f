// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire

/// Selects the part of a request's headers and path that a record contains. The record contains no
/// credentials, and it contains device tokens only if the caller requests them.
enum RecordedText {
    /// The headers whose values are secret.
    private static let secretHeaders: Set<String> = [
        APNSHeader.authorization, "proxy-authorization", "cookie",
    ]
    /// The text that replaces the value of any other header that contains a credential.
    static let removed = "(not recorded)"
    /// The minimum number of consecutive hexadecimal digits that are treated as a device token.
    private static let digitCountMin = 32

    /// - Parameter token: the device token of the request.
    static func headers(
        _ headers: [ServiceRequest.Header], token: DeviceToken?, keepsTokens: Bool
    ) -> [ServiceRequest.Header] {
        headers.filter { !secretHeaders.contains($0.name) }.map { header in
            let value = header.value.lowercased()
            if value.hasPrefix("bearer ") || value.contains("private key") {
                return .init(header.name, removed)
            }
            // Apple's headers contain no device tokens, but often contain hashes, for instance in
            // collapse identifiers.
            let isKnown = header.name.hasPrefix("apns-")
            let hasToken = token.map { value.contains($0.hex) } ?? false
            return keepsTokens || isKnown && !hasToken
                ? header : .init(header.name, withoutTokens(header.value))
        }
    }

    /// Returns a text in which each long sequence of hexadecimal digits is shortened in the same
    /// way as a device token.
    static func withoutTokens(_ text: String) -> String {
        var result = ""
        var digits = ""
        func flush() {
            result += digits.utf8.count < digitCountMin ? digits : pseudonym(of: digits)
            digits = ""
        }
        for character in text.unicodeScalars {
            if character.properties.isASCIIHexDigit {
                digits.unicodeScalars.append(character)
            } else {
                flush()
                result.unicodeScalars.append(character)
            }
        }
        flush()
        return result
    }

    private static func pseudonym(of digits: String) -> String {
        (try? DeviceToken(hex: digits))?.redacted
            ?? "\(digits.prefix(6))…\(ShortHash.hex(digits.utf8))"
    }
}

extension ServiceRequest {
    /// The device token in the path, if the path contains one.
    var deviceToken: DeviceToken? {
        guard path.hasPrefix(APNSHeader.devicePathPrefix) else { return nil }
        return try? DeviceToken(hex: path.dropFirst(APNSHeader.devicePathPrefix.count))
    }
}
