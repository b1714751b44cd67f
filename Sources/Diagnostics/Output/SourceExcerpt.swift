// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A line of a source text with an underlined range:
///
///       3 |     "content_available": 1,
///         |     ^^^^^^^^^^^^^^^^^^^
///
/// A long line is cut around the range.
struct SourceExcerpt {
    /// The line number, counted from 1.
    let lineNumber: Int
    /// The text of the line, made safe for a terminal.
    let text: String
    /// The number of columns before the start of the underline.
    let indent: Int
    /// The number of underlined columns; at least 1.
    let width: Int

    /// The maximum number of columns of a line that are shown.
    static let widthMax = 100
    /// The minimum number of columns of a line that are shown, even on a narrower terminal.
    private static let widthMin = 24
    /// The maximum number of columns that are shown before the range if a line is cut.
    private static let lead = 32
    /// The maximum numbers of bytes that are examined before and after the start of the range. They
    /// are more than a terminal line can show. Without these limits, a very long line with
    /// thousands of findings would be scanned from start to end for each of them.
    private static let byteCountBefore = 160
    private static let byteCountAfter = 480

    /// - Parameter widthMax: the number of columns available for the line; at most ``widthMax`` are
    ///   used.
    init?(_ location: Diagnostic.Location, in source: SourceText, widthMax: Int = Self.widthMax) {
        let widthMax = max(Self.widthMin, min(widthMax, Self.widthMax))
        guard let range = location.range else { return nil }
        let position = source.position(of: range.lowerBound)
        let line = source.line(position.line)
        lineNumber = position.line
        let start = min(max(range.lowerBound, line.startIndex), line.endIndex)
        let end = min(max(range.upperBound, start), line.endIndex)
        let isCutBefore = start - line.startIndex > Self.byteCountBefore
        var first = isCutBefore ? start - Self.byteCountBefore : line.startIndex
        while first < start, line[first] & 0xC0 == 0x80 { first += 1 }
        let last = min(line.endIndex, start + Self.byteCountAfter)
        let window = Window(
            cells: TerminalText.cells(of: line[first..<last]), start: start - first,
            end: end - first, isCutBefore: isCutBefore, isCutAfter: last < line.endIndex)
        let cut = window.cut(to: widthMax, lead: min(Self.lead, widthMax / 3))
        text = cut.text
        indent = cut.indent
        width = cut.width
    }

    /// The part of a line around a range.
    private struct Window {
        let cells: [TerminalText.Cell]
        /// The start of the range, in bytes from the start of the first cell.
        let start: Int
        let end: Int
        let isCutBefore: Bool
        let isCutAfter: Bool

        func cut(to widthMax: Int, lead: Int) -> (text: String, indent: Int, width: Int) {
            var before = 0
            var under = 0
            var offset = 0
            for cell in cells {
                if offset < start {
                    before += cell.width
                } else if offset < end {
                    under += cell.width
                }
                offset += cell.byteCount
            }
            let total = cells.reduce(0) { $0 + $1.width }
            guard isCutBefore || isCutAfter || total > widthMax else {
                return (cells.map(\.text).joined(), before, max(1, under))
            }
            // Cells at the left are omitted until the range is close enough to the left edge, or
            // the whole text fits.
            var skipped = 0
            var index = 0
            while index < cells.count, before - skipped > lead, total - skipped > widthMax {
                skipped += cells[index].width
                index += 1
            }
            let isLeftCut = isCutBefore || index > 0
            var text = isLeftCut ? "…" : ""
            var width = isLeftCut ? 1 : 0
            var isRightCut = isCutAfter
            for cell in cells[index...] {
                guard width + cell.width < widthMax else {
                    isRightCut = true
                    break
                }
                text += cell.text
                width += cell.width
            }
            if isRightCut { text += "…" }
            let indent = before - skipped + (isLeftCut ? 1 : 0)
            return (text, indent, max(1, min(under, width - indent)))
        }
    }
}
