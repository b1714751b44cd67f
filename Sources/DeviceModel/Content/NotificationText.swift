// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A text of a notification: a plain text, or a key that the phone looks up in the app's strings
/// when it shows the notification.
///
/// Source: "Generating a remote notification" (`title-loc-key` and similar keys),
/// `localizedUserNotificationString(forKey:arguments:)`.
public struct NotificationText: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The plain text, or the text that is shown when the key is not found.
    public var plain: String
    /// The key in the app's `Localizable` strings; `nil` for a plain text.
    public var key: String?
    public var arguments: [String]

    public init(_ plain: String) {
        self.plain = plain
        arguments = []
    }

    public init(key: String, arguments: [String] = [], plain: String = "") {
        self.plain = plain
        self.key = key
        self.arguments = arguments
    }

    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a text of an alert from a plain text and a separate key, or from a text that
    /// contains the key (`LOC-7`).
    public init(_ text: AlertText?, key: String?, arguments: [String]?) {
        switch text {
        case .localized(let key, let arguments): self.init(key: key, arguments: arguments)
        case .plain, nil:
            let plain = text?.plainText ?? ""
            if let key {
                self.init(key: key, arguments: arguments ?? [], plain: plain)
            } else {
                self.init(plain)
            }
        }
    }

    public var isEmpty: Bool { plain.isEmpty && key == nil }
}
