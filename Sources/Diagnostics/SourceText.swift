// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A text that findings point into: its name and its bytes.
///
/// Finds lines fast, however many findings ask.
public struct SourceText: Hashable, Sendable {
    /// The file as it was named.
    public let name: String
    public let bytes: [UInt8]
    /// Byte offsets at which lines start.
    private let lineStarts: [Int]
    /// The code points before each block of bytes: a line may be as long as the file, and the
    /// columns of many findings in it must not each cost its length.
    private let codePointsBeforeBlock: [Int]

    /// Bytes whose code points are counted anew for each position.
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

    /// How many lines there are; a last one without text counts.
    public var lineCount: Int { lineStarts.count }

    /// The place of a byte offset; offsets beyond the end mean the end.
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

    /// The code points that start before a byte offset within the text.
    private func codePoints(before offset: Int) -> Int {
        let block = offset / Self.blockByteCount
        let rest = bytes[min(block * Self.blockByteCount, offset)..<offset]
        return codePointsBeforeBlock[block] + rest.count { $0 & 0xC0 != 0x80 }
    }

    /// The bytes of a line from 1, without its end; empty when there is no such line.
    public func line(_ number: Int) -> ArraySlice<UInt8> {
        guard number >= 1, number <= lineStarts.count else { return [] }
        let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        var line = bytes[lineStarts[number - 1]..<max(lineStarts[number - 1], end)]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// A location in this text.
    public func location(_ range: Range<Int>?, keyPath: String = "") -> Diagnostic.Location {
        Diagnostic.Location(
            file: name, range: range, position: range.map { position(of: $0.lowerBound) },
            keyPath: keyPath)
    }

    /// The location of a whole line from 1.
    public func location(line number: Int) -> Diagnostic.Location {
        guard number >= 1, number <= lineStarts.count else { return location(nil) }
        let start = lineStarts[number - 1]
        return location(start..<(start + line(number).count))
    }
}
