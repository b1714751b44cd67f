// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text that is localized when the notification is shown.
///
/// The text is encoded in an ordinary string, because Apple's function returns a string. The
/// encoded string starts with a character of Unicode's private use area.
package struct DeferredText: Hashable, Sendable {
    package var key: String
    package var arguments: [String]

    private static let start = "\u{F8E0}"
    private static let separator = "\u{F8E1}"

    package init(key: String, arguments: [String]) {
        self.key = key
        self.arguments = arguments
    }

    /// Decodes a deferred text; returns `nil` for an ordinary string.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        let parts = text.dropFirst().components(separatedBy: Self.separator)
        self.init(key: parts[0], arguments: Array(parts.dropFirst()))
    }

    /// The string that encodes this text.
    package var text: String {
        Self.start + ([key] + arguments).joined(separator: Self.separator)
    }
}
