// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a string that is meant to address a device, determined by the string's form. The
/// forms are not documented; they are the forms that Apple's and Google's SDKs use.
package enum DeviceAddressKind: String, Hashable, Sendable, CaseIterable {
    /// An FCM registration token: an installation ID, a colon and a long text, often `APA91…`.
    case fcmToken
    /// A Firebase installation ID: 22 characters of base64url, the first of which is c, d, e or f.
    case installationID
    /// An APNs device token: an even number of hexadecimal digits, usually 64.
    case apnsToken
    /// A browser's subscription: JSON, or the URL of its endpoint.
    case webSubscription
    case unknown

    package init(_ text: String) {
        let text = text.utf8
        if text.first == UInt8(ascii: "{") || text.starts(with: "https://".utf8) {
            self = .webSubscription
        } else if text.count >= 64, text.count.isMultiple(of: 2), text.allSatisfy(Self.isHexDigit) {
            self = .apnsToken
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")),
            text[..<colon].count >= 8, text[colon...].count > 64, text.allSatisfy(Self.isOfToken)
        {
            self = .fcmToken
        } else if text.count == 22, text.allSatisfy(Self.isOfToken), !text.contains(0x3A),
            let first = text.first, "cdef".utf8.contains(first)
        {
            self = .installationID
        } else {
            self = .unknown
        }
    }

    /// The kind as a phrase for messages.
    package var phrase: String {
        switch self {
        case .fcmToken: "an FCM registration token"
        case .installationID: "a Firebase installation ID"
        case .apnsToken: "an APNs device token"
        case .webSubscription: "a browser's subscription"
        case .unknown: "none of the known kinds of addresses"
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":")].contains(byte)
    }
}
