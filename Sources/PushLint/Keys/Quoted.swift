// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Formats payload values for messages, shortened so that they reveal neither a token nor a whole
/// text.
enum Quoted {
    /// The maximum number of characters of a value that appear in a message.
    static let characterCountMax = 24

    /// Returns a shortened text in quotation marks.
    static func text(_ text: String) -> String {
        text.count <= characterCountMax
            ? "\"\(text)\"" : "\"\(text.prefix(characterCountMax))…\""
    }

    /// Returns words as a list, for instance `a, b or c`.
    static func choice(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
