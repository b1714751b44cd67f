// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The valid names of headers. Misspelled names are recognized.
enum HeaderName {
    /// The valid names of request headers.
    static let known = APNSHeader.requestHeaders + [FrontMatter.minimumOSName]

    /// Names that other services, libraries and people use for headers of APNs.
    private static let others = [
        "apns-type": APNSHeader.pushType, "apns-expiry": APNSHeader.expiration,
        "apns-expiration-date": APNSHeader.expiration, "apns-ttl": APNSHeader.expiration,
        "expiry": APNSHeader.expiration, "ttl": APNSHeader.expiration,
        "apns-collapse-key": APNSHeader.collapseID, "collapse-key": APNSHeader.collapseID,
        "apns-message-id": APNSHeader.id, "apns-uuid": APNSHeader.id,
        "apns-bundle-id": APNSHeader.topic, "apns-channel": APNSHeader.channelID,
        "apns-os": FrontMatter.minimumOSName,
    ]

    /// The names without `apns-`, which front matter accepts in addition to the full names.
    private static let short = known.filter { $0.hasPrefix("apns-") }.map {
        String($0.dropFirst("apns-".count))
    }

    /// Returns the header that an invalid name was meant to be. Returns `nil` if the name is valid,
    /// or is not similar to any header.
    static func meant(by name: String) -> String? {
        guard !known.contains(name) else { return nil }
        let hyphenated = String(name.map { $0 == "_" ? "-" : $0 })
        if let meant = others[hyphenated] { return meant }
        if let near = KeySpelling.nearest(to: name, among: known) { return near }
        return KeySpelling.nearest(to: name, among: short).map { "apns-" + $0 }
    }
}
