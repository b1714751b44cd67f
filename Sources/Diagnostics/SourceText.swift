// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A text to which findings refer: its name and its bytes.
///
/// The lookup of a line is fast, even if there are many findings.
public struct SourceText: Hashable, Sendable {
    /// The name of the file as it was given.
    public let name: String
    public let bytes: [UInt8]
    /// The byte offsets at which lines start.
    private let lineStarts: [Int]
    /// The number of code points before each block of bytes. With these numbers, the columns of
    /// many findings in one very long line can be computed without scanning the line for each
    /// finding.
    private let codePointsBeforeBlock: [Int]

    /// The number of bytes in a block. The code points within a block are counted at each lookup.
    private static let blockByteCount = 256

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        var counts: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.blockByteCount == 0 { counts.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        counts.append(count)
        lineStarts = starts
        codePointsBeforeBlock = counts
    }

    public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

    /// The number of lines, including an empty last line.
    public var lineCount: Int { lineStarts.count }

    /// Returns the line and the column of a byte offset. An offset beyond the end is treated as the
    /// end.
    public func position(of offset: Int) -> SourcePosition {
        let offset = min(max(0, offset), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = codePoints(before: offset) - codePoints(before: lineStarts[low]) + 1
        return SourcePosition(line: low + 1, column: column)
    }

    /// Returns the number of code points that start before a byte offset within the text.
    private func codePoints(before offset: Int) -> Int {
        let block = offset / Self.blockByteCount
        let rest = bytes[min(block * Self.blockByteCount, offset)..<offset]
        return codePointsBeforeBlock[block] + rest.count { $0 & 0xC0 != 0x80 }
    }

    /// Returns the bytes of a line without its line end. Lines are numbered from 1. The result is
    /// empty if there is no line with this number.
    public func line(_ number: Int) -> ArraySlice<UInt8> {
        guard number >= 1, number <= lineStarts.count else { return [] }
        let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        var line = bytes[lineStarts[number - 1]..<max(lineStarts[number - 1], end)]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// Returns the location of a range in this text. For `nil`, returns the location of the whole
    /// text.
    public func location(_ range: Range<Int>?, keyPath: String = "") -> Diagnostic.Location {
        Diagnostic.Location(
            file: name, range: range, position: range.map { position(of: $0.lowerBound) },
            keyPath: keyPath)
    }

    /// Returns the location of a whole line. Lines are numbered from 1.
    public func location(line number: Int) -> Diagnostic.Location {
        guard number >= 1, number <= lineStarts.count else { return location(nil) }
        let start = lineStarts[number - 1]
        return location(start..<(start + line(number).count))
    }
}
