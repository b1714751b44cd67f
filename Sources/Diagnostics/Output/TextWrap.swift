// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Breaks texts between words so that they fit a terminal.
public enum TextWrap {
    /// The minimum number of columns for words, however narrow the terminal is.
    private static let widthMin = 20

    /// Returns the lines of a text.
    ///
    /// - Parameters:
    ///   - text: words separated by spaces, in one line.
    ///   - width: the columns of the terminal; `nil` keeps the text in one line.
    ///   - first: the number of columns before the first line.
    ///   - rest: the number of columns before each further line.
    /// - Returns: At least one line, without the indentation. A word that is longer than a line has
    ///   a line of its own and is not broken.
    public static func lines(
        _ text: String, width: Int?, first: Int = 0, rest: Int = 0
    ) -> [String] {
        guard let width, first + TerminalText.width(of: text) > width else { return [text] }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return breaks(of: words.map(TerminalText.width), width: width, first: first, rest: rest)
            .map { words[$0].joined(separator: " ") }
    }

    /// Returns which words belong to which line, given the words' widths.
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
