// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decodes header blocks (RFC 7541) with the static and the dynamic table, Huffman coding and table
/// size updates.
///
/// A connection has one decoder for each direction. Every block must be decoded, even a block of a
/// stream that is no longer of interest, because every block may change the table. After an error,
/// no other block may be decoded.
package struct HeaderDecoder: Sendable {
    /// The initial size of a table (RFC 9113 section 6.5.2), in bytes.
    package static let tableSizeDefault = 4096

    private let staticTable = StaticHeaderTable.shared
    private let huffmanDecoder = HuffmanDecoder()
    private var table = DynamicHeaderTable(sizeMax: tableSizeDefault)
    private let listSizeMax: Int
    /// The largest table size that the peer may choose, in bytes.
    private var tableSizeMax: Int
    /// Whether any name received as a literal has a byte that is not allowed in names (RFC 9113
    /// section 8.2.1). Every name in the dynamic table was once received as a literal. While this
    /// property is `false`, therefore, no field of any section has such a byte, and the names need
    /// not be checked again.
    package private(set) var hasSeenBadName = false
    private var secret = LastSecret()
    /// The smallest limit that was set since the last block; `nil` if the next block need not begin
    /// with a table size update. The update must specify at most this limit.
    private var updateDue: Int?

    /// - Parameters:
    ///   - tableSizeMax: the HEADER_TABLE_SIZE that this endpoint announced, in bytes. Pass a value
    ///     below 4096 only if the peer receives it before it sends its first block. Otherwise, pass
    ///     the default, and call ``setTableSizeMax(_:)`` when the peer has acknowledged the value.
    ///   - listSizeMax: the largest accepted header section; see ``HeaderList/listSize``.
    package init(tableSizeMax: Int = tableSizeDefault, listSizeMax: Int = 65_536) {
        self.tableSizeMax = Self.tableSizeDefault
        self.listSizeMax = listSizeMax
        setTableSizeMax(tableSizeMax)
    }

    /// Sets the HEADER_TABLE_SIZE of this endpoint. Call this method when the peer has acknowledged
    /// the value. If the value is smaller than the table's size, the next block must begin with an
    /// update (RFC 9113 section 4.3.1).
    package mutating func setTableSizeMax(_ size: Int) {
        tableSizeMax = size
        if size < table.sizeMax { updateDue = min(updateDue ?? size, size) }
    }

    /// The total size of the rows of the dynamic table, and their number.
    package var tableSize: (size: Int, rows: Int) { (table.size, table.count) }

    /// Decodes one block into `list`, which is emptied first.
    ///
    /// - Throws: COMPRESSION_ERROR when the block violates RFC 7541; ENHANCE_YOUR_CALM when the
    ///   section exceeds the limit. Both errors end the connection, because the tables of the two
    ///   endpoints may now differ.
    package mutating func decode(
        _ block: borrowing Span<UInt8>, into list: inout HeaderList
    ) throws(HTTP2ConnectionError) {
        list.removeAll()
        var offset = 0
        try readSizeUpdates(block, &offset)
        while offset < block.count {
            let first = block[offset]
            if first & 0x80 != 0 {
                let index = try HeaderInteger.read(block, at: &offset, prefixBits: 7)
                let start = list.byteCount
                let valueStart = try appendRow(index, isWhole: true, to: &list)
                list.endField(nameStart: start, valueStart: valueStart)
            } else if first & 0xC0 == 0x40 {
                let start = list.byteCount
                let valueStart = try readLiteral(block, &offset, prefixBits: 6, into: &list)
                table.insert(
                    list.bytes.span.extracting(start..<list.byteCount),
                    nameCount: valueStart - start)
            } else if first & 0xE0 == 0 {
                let isSecret = first & 0x10 != 0
                _ = try readLiteral(block, &offset, prefixBits: 4, isSecret: isSecret, into: &list)
            } else {
                throw HTTP2ConnectionError(
                    .compressionError, "a table size update after the first field of a block")
            }
            guard list.listSize <= listSizeMax else {
                throw HTTP2ConnectionError(.enhanceYourCalm, "a header section is too long")
            }
        }
    }

    /// Reads the table size updates at the beginning of a block (sections 4.2 and 6.3).
    @inline(__always)
    private mutating func readSizeUpdates(
        _ block: borrowing Span<UInt8>, _ offset: inout Int
    ) throws(HTTP2ConnectionError) {
        while offset < block.count, block[offset] & 0xE0 == 0x20 {
            let size = try HeaderInteger.read(block, at: &offset, prefixBits: 5)
            guard size <= updateDue ?? tableSizeMax, size <= tableSizeMax else {
                throw HTTP2ConnectionError(
                    .compressionError, "a table size update beyond HEADER_TABLE_SIZE")
            }
            updateDue = nil
            table.setSizeMax(size)
        }
        guard updateDue == nil else {
            throw HTTP2ConnectionError(
                .compressionError, "no table size update after HEADER_TABLE_SIZE was lowered")
        }
    }

    /// Reads a name, which is an index or text, and a value (section 6.2).
    ///
    /// - Returns: The offset of the value in the list's bytes.
    @inline(__always)
    private mutating func readLiteral(
        _ block: borrowing Span<UInt8>, _ offset: inout Int, prefixBits: Int,
        isSecret: Bool = false, into list: inout HeaderList
    ) throws(HTTP2ConnectionError) -> Int {
        let start = list.byteCount
        let index = try HeaderInteger.read(block, at: &offset, prefixBits: prefixBits)
        if index == 0 {
            try readText(block, &offset, into: &list)
            noteName(list.bytes.span.extracting(start..<list.byteCount))
        } else {
            _ = try appendRow(index, isWhole: false, to: &list)
        }
        let valueStart = list.byteCount
        try readText(block, &offset, isSecret: isSecret, into: &list)
        list.endField(nameStart: start, valueStart: valueStart)
        return valueStart
    }

    private mutating func noteName(_ name: borrowing Span<UInt8>) {
        if !hasSeenBadName, HeaderList.isBadName(name) { hasSeenBadName = true }
    }

    /// Reads a text, which is either plain or in Huffman code (section 5.2).
    @inline(__always)
    private mutating func readText(
        _ block: borrowing Span<UInt8>, _ offset: inout Int, isSecret: Bool = false,
        into list: inout HeaderList
    ) throws(HTTP2ConnectionError) {
        guard offset < block.count else { throw HeaderInteger.cutShort }
        let isCoded = block[offset] & 0x80 != 0
        let count = try HeaderInteger.read(block, at: &offset, prefixBits: 7)
        guard count <= block.count - offset else { throw HeaderInteger.cutShort }
        let range = offset..<offset + count
        offset += count
        if isCoded {
            let coded = block.extracting(range)
            if isSecret, secret.append(to: &list, ifCodedAs: coded) { return }
            let start = list.byteCount
            list.reserve(HuffmanDecoder.decodedCountMax(count))
            list.byteCount = try huffmanDecoder.decode(
                block, range, into: &list.bytes, at: list.byteCount)
            if isSecret { secret.note(coded, list.bytes.span.extracting(start..<list.byteCount)) }
        } else {
            list.appendText(block.extracting(range))
        }
    }

    /// Appends the name of a row and, if `isWhole`, its value. The rows of both tables are numbered
    /// in one sequence from 1 (section 2.3.3).
    ///
    /// - Returns: The offset of the value in the list's bytes.
    @inline(__always)
    private func appendRow(
        _ index: Int, isWhole: Bool, to list: inout HeaderList
    ) throws(HTTP2ConnectionError) -> Int {
        let start = list.byteCount
        let row: DynamicHeaderTable.Row
        if index > StaticHeaderTable.count {
            let position = index - StaticHeaderTable.count - 1
            guard position < table.count else { throw Self.noSuchIndex }
            row = table.row(at: position)
            let end = isWhole ? row.end : row.valueStart
            list.appendText(table.bytes.span.extracting(row.start..<end))
        } else {
            guard index > 0 else { throw Self.noSuchIndex }
            row = staticTable.rows[index - 1]
            let end = isWhole ? row.end : row.valueStart
            list.appendText(staticTable.bytes.span.extracting(row.start..<end))
        }
        return start + row.nameCount
    }

    private static var noSuchIndex: HTTP2ConnectionError {
        HTTP2ConnectionError(.compressionError, "an index beyond the header tables")
    }
}
