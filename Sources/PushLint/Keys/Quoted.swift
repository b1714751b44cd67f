// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How values of a payload stand in messages: never long enough for a token or a text to be read.
enum Quoted {
    /// The most characters of a value that a message repeats.
    static let characterCountMax = 24

    /// A text in quotation marks, shortened.
    static func text(_ text: String) -> String {
        text.count <= characterCountMax
            ? "\"\(text)\"" : "\"\(text.prefix(characterCountMax))…\""
    }

    /// Words in a list, for instance `a, b or c`.
    static func choice(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
