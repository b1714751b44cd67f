// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Breaks texts between words, so that the lines fit into the width of a terminal.
public enum TextWrap {
    /// The minimum number of columns that are used for words, even on a narrower terminal.
    private static let widthMin = 20

    /// Returns the lines of a text.
    ///
    /// - Parameters:
    ///   - text: words separated by spaces, without line breaks.
    ///   - width: the width of the terminal in columns; `nil` returns the text as one line.
    ///   - first: the number of columns that are already occupied in the first line.
    ///   - rest: the number of columns by which each further line will be indented.
    /// - Returns: At least one line, without the indentation. A word that is longer than a line is
    ///   not broken and is placed on a separate line.
    public static func lines(
        _ text: String, width: Int?, first: Int = 0, rest: Int = 0
    ) -> [String] {
        guard let width, first + TerminalText.width(of: text) > width else { return [text] }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return breaks(of: words.map(TerminalText.width), width: width, first: first, rest: rest)
            .map { words[$0].joined(separator: " ") }
    }

    /// Returns the range of words in each line, given the widths of the words.
    static func breaks(of widths: [Int], width: Int, first: Int, rest: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var used = 0
        for (index, word) in widths.enumerated() {
            let room = max(widthMin, width - (lines.isEmpty ? first : rest))
            if index > start, used + 1 + word > room {
                lines.append(start..<index)
                start = index
                used = word
            } else {
                used += (index > start ? 1 : 0) + word
            }
        }
        return lines + [start..<widths.count]
    }
}
