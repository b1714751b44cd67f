// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads strings, including strings whose end is unclear because of wrong quotation marks.
extension TolerantReader {
    /// Reads a string that starts with a straight quotation mark.
    mutating func readString() -> String {
        let start = offset
        let strictEnd = endOfString(from: start + 1)
        if let end = strictEnd, isEndOfValue(end + 1) { return take(start, end) }
        let lineEnd = bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
        let limit = min(strictEnd ?? lineEnd, lineEnd)
        if let (close, length) = oddClose(.double, from: start + 1, to: limit) {
            let mark = close..<(close + length)
            add(
                .smartQuotes, "\(text(mark)) does not close a string that starts with \"",
                remedy: "write \" instead", at: mark,
                fix: TextFix("write \"", replacing: mark, with: "\""))
            let text = decode((start + 1)..<close)
            offset = mark.upperBound
            return text
        }
        guard let strictEnd, strictEnd < lineEnd else { return readOpenString(to: lineEnd) }
        if let end = endBeyondInnerQuote(strictEnd, to: lineEnd) {
            add(
                .unescapedQuote, "the string continues after this quotation mark",
                at: strictEnd..<(strictEnd + 1))
            return take(start, end)
        }
        return take(start, strictEnd)
    }

    /// Reads a string that starts with another kind of quotation mark.
    mutating func readString(in quotes: OddQuotes) -> String {
        let start = offset
        let opening = start..<(start + scalar(at: start).length)
        let lineEnd = bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
        let sure = oddClose(quotes, from: opening.upperBound, to: lineEnd)
        let first = sure ?? firstClose(quotes, from: opening.upperBound, to: lineEnd)
        guard let (close, length) = first else {
            add(
                .smartQuotes, "\(text(opening)) is not a quotation mark in JSON",
                at: opening)
            return readOpenString(to: lineEnd)
        }
        let closing = close..<(close + length)
        let inner = opening.upperBound..<close
        add(
            .smartQuotes, "\(text(opening)) is not a quotation mark in JSON", at: opening,
            fix: sure == nil
                ? nil
                : TextFix(
                    "write \"",
                    [TextFix.Edit(opening, [ASCII.quote])] + innerEdits(inner)
                        + [TextFix.Edit(closing, [ASCII.quote])]))
        let text = decode(inner, isOddlyQuoted: true)
        offset = closing.upperBound
        return text
    }

    private mutating func take(_ start: Int, _ end: Int) -> String {
        let text = decode((start + 1)..<end)
        offset = end + 1
        return text
    }

    /// Reads a string without a closing quotation mark. The string ends with the last character in
    /// its line that can belong to it.
    private mutating func readOpenString(to lineEnd: Int) -> String {
        let start = offset
        let from = min(start + scalar(at: start).length, lineEnd)
        var end = lineEnd
        if lineEnd == bytes.count {
            add(
                .truncated, "the text ends inside a string that starts at \(position(of: start))",
                at: bytes.count..<bytes.count)
            isTruncated = true
        } else {
            while end > from, bytes[end - 1].isJSONBlank || bytes[end - 1].endsJSONValue {
                end -= 1
            }
            add(
                .unclosedString, "the closing quotation mark of this string is missing",
                at: start..<(start + 1))
        }
        let text = decode(from..<end, isOddlyQuoted: true)
        offset = end
        return text
    }

    // MARK: Ends

    /// Returns the straight quotation mark that closes a string, given the start of its content.
    func endOfString(from position: Int) -> Int? {
        var position = position
        while position < bytes.count {
            if bytes[position] == ASCII.quote { return position }
            position += bytes[position] == ASCII.backslash ? 2 : 1
        }
        return nil
    }

    /// Returns whether a value may end at a position, judging by the text after it.
    private mutating func isEndOfValue(_ position: Int) -> Bool {
        var position = position
        while position < bytes.count, bytes[position].isJSONBlank {
            guard canLookAhead() else { return true }
            position += 1
        }
        guard position < bytes.count else { return true }
        return bytes[position].endsJSONValue || bytes[position] == ASCII.hash
            || bytes[position] == ASCII.equals || starts(with: "//", at: position)
            || starts(with: "/*", at: position)
    }

    /// Returns the first closing quotation mark of this kind after which a value may end.
    private mutating func oddClose(
        _ quotes: OddQuotes, from start: Int, to end: Int
    ) -> (position: Int, length: Int)? {
        var position = start
        while position < end, canLookAhead() {
            let (scalar, length) = scalar(at: position)
            if quotes.isClosed(by: scalar), isEndOfValue(position + length) {
                return (position, length)
            }
            position += scalar == "\\" ? 2 : length
        }
        return nil
    }

    private mutating func firstClose(
        _ quotes: OddQuotes, from start: Int, to end: Int
    ) -> (position: Int, length: Int)? {
        var position = start
        while position < end, canLookAhead() {
            let (scalar, length) = scalar(at: position)
            if quotes.isClosed(by: scalar) { return (position, length) }
            position += scalar == "\\" ? 2 : length
        }
        return nil
    }

    /// Returns the actual end of a string that contains unescaped quotation marks. Returns `nil` if
    /// the first quotation mark ends the string.
    private mutating func endBeyondInnerQuote(_ end: Int, to lineEnd: Int) -> Int? {
        guard let next = bytes[(end + 1)..<lineEnd].first(where: { !$0.isJSONBlank }),
            next.isASCIILetter || next >= 0x80
        else { return nil }
        var position = end + 1
        while let close = endOfString(from: position), close < lineEnd {
            // A colon before the next quotation mark suggests a key whose opening quotation mark is
            // missing.
            guard canLookAhead(), !bytes[position..<close].contains(ASCII.colon) else { return nil }
            if isEndOfValue(close + 1) { return close }
            position = close + 1
        }
        return nil
    }

    private mutating func canLookAhead() -> Bool {
        lookaheadLeft -= 1
        return lookaheadLeft > 0
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
