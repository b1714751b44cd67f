// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Formats values of a payload for messages: too short to reveal a token or a whole text.
enum Quoted {
    /// The maximum number of characters of a value that a message repeats.
    static let characterCountMax = 24

    /// Returns a text in quotation marks, shortened.
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
