// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The dynamic table, whose rows both endpoints of a connection store (RFC 7541 sections 2.3.2 and
/// 4).
///
/// The bytes of all rows are in one buffer, in order from the oldest to the newest row. New rows
/// are appended; when the end of the buffer is reached, the remaining rows move to its beginning.
/// Each row is therefore contiguous, and a full table allocates no more memory.
struct DynamicHeaderTable: Sendable {
    /// A row's position in ``bytes``. The bytes of the name are followed by the bytes of the value.
    struct Row: Sendable {
        var start: Int
        let nameCount: Int
        let byteCount: Int

        var valueStart: Int { start + nameCount }
        var end: Int { start + byteCount }
        /// The size of the row as defined in section 4.1.
        var size: Int { byteCount + HeaderList.fieldOverhead }
    }

    /// The limit for the total size of the rows.
    private(set) var sizeMax: Int
    /// The total size of the rows.
    private(set) var size = 0
    /// The number of rows.
    private(set) var count = 0
    private(set) var bytes: SpanBytes = []
    /// The offset of the next row in ``bytes``.
    private var end = 0
    /// The rows, in a ring buffer whose capacity is a power of two.
    private var rows: [Row] = []
    /// The number of rows that were ever added.
    private var added = 0

    init(sizeMax: Int) { self.sizeMax = sizeMax }

    /// Returns the row at a position. Position 0 is the newest row, and ``count`` - 1 the oldest.
    @inline(__always)
    func row(at position: Int) -> Row {
        precondition(position >= 0 && position < count)
        return rows[(added &- 1 &- position) & (rows.count &- 1)]
    }

    /// Sets the limit, and evicts the oldest rows until the remaining rows are within it (section
    /// 4.3).
    mutating func setSizeMax(_ sizeMax: Int) {
        self.sizeMax = sizeMax
        evict(to: sizeMax)
    }

    mutating func removeAll() { evict(to: 0) }

    /// Adds a row, whose name is the first `nameCount` bytes of `field`, and evicts as many old
    /// rows as necessary. A row that is larger than the table is not added, but empties the table
    /// (section 4.4).
    mutating func insert(_ field: borrowing Span<UInt8>, nameCount: Int) {
        let rowSize = field.count + HeaderList.fieldOverhead
        guard rowSize <= sizeMax else { return removeAll() }
        evict(to: sizeMax - rowSize)
        if bytes.count - end < field.count { makeRoom(field.count) }
        if count == rows.count { growRing() }
        bytes.overwrite(at: end, with: field)
        rows[added & (rows.count &- 1)] = Row(
            start: end, nameCount: nameCount, byteCount: field.count)
        added &+= 1
        count += 1
        size += rowSize
        end += field.count
    }

    @inline(__always)
    private mutating func evict(to sizeMax: Int) {
        while size > sizeMax {
            size -= row(at: count - 1).size
            count -= 1
        }
    }

    /// Moves the rows to the beginning of the buffer. If less than half of the buffer would be free
    /// after the next row, the rows move to a larger buffer instead.
    private mutating func makeRoom(_ byteCount: Int) {
        let start = count == 0 ? end : row(at: count - 1).start
        let used = end - start
        if used + byteCount > bytes.count / 2 {
            var larger = SpanBytes(bytes[start..<end])
            let spare = max(256, 2 * (used + byteCount)) - used
            larger.append(contentsOf: repeatElement(0, count: spare))
            bytes = larger
        } else {
            bytes.withUnsafeMutableBytes { all in
                // This is safe, because both ranges are within the buffer, and `copyMemory` allows
                // them to overlap.
                all.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<end]))
            }
        }
        for number in (added - count)..<added { rows[number & (rows.count - 1)].start -= start }
        end = used
    }

    private mutating func growRing() {
        var larger = [Row](
            repeating: Row(start: 0, nameCount: 0, byteCount: 0), count: max(8, 2 * rows.count))
        for number in (added - count)..<added {
            larger[number & (larger.count - 1)] = rows[number & (rows.count - 1)]
        }
        rows = larger
    }
}
