// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes header blocks (RFC 7541) and keeps the table that the other end's decoder has.
///
/// Rows are added while there is room and never pushed out, so an index stays good until
/// ``generation`` changes; a sender may keep whole pieces of blocks until then. Texts are written
/// as they are unless Huffman coding is asked for.
package struct HeaderEncoder: Sendable {
    /// Whether the other end shall remember a field.
    package enum Indexing: Sendable {
        /// Remember it if there is room, and use the row from then on.
        case remembered
        /// Remember the name only, with the first value that comes (Apple's advice for
        /// `apns-id` and its like); later values are written out.
        case nameRemembered
        /// Write it out and remember nothing.
        case literal
        /// The same, and no proxy may remember it either.
        case neverIndexed
    }

    /// How much of the other end's table is used at most, in bytes, however large it is.
    package static let tableSizeLimit = 4096

    /// Changes whenever a row was added or the table was emptied: pieces of blocks that were
    /// written before may not be used again.
    package private(set) var generation: UInt64 = 0

    private let usesHuffman: Bool
    private let staticTable = StaticHeaderTable.shared
    private var table = DynamicHeaderTable(sizeMax: tableSizeLimit)
    /// The smallest size since the last block, when the next block must begin with updates.
    private var updateDue: Int?

    /// - Parameter usesHuffman: codes texts that become shorter so; costs time.
    package init(usesHuffman: Bool = false) { self.usesHuffman = usesHuffman }

    /// Takes the other end's HEADER_TABLE_SIZE; the next block begins with the updates that are due
    /// (RFC 7541 section 4.2).
    package mutating func setTableSizeMax(_ size: Int) {
        let size = max(0, min(size, Self.tableSizeLimit))
        guard size != table.sizeMax else { return }
        // Which rows a smaller table would keep is chance; begin anew.
        if size < table.size { empty() }
        table.setSizeMax(size)
        updateDue = min(updateDue ?? size, size)
    }

    /// Empties the table; the next block says so, also when nothing was in it: the block that said
    /// so before may have been thrown away.
    package mutating func empty() {
        updateDue = 0
        guard table.count > 0 else { return }
        table.removeAll()
        generation &+= 1
    }

    /// What the rows of the dynamic table count, and how many there are.
    package var tableSize: (size: Int, rows: Int) { (table.size, table.count) }

    /// Must begin every block: writes table size updates that are due.
    package mutating func beginBlock(_ block: inout [UInt8]) {
        guard let smallest = updateDue else { return }
        updateDue = nil
        if smallest < table.sizeMax {
            HeaderInteger.append(smallest, prefixBits: 5, pattern: 0x20, to: &block)
        }
        HeaderInteger.append(table.sizeMax, prefixBits: 5, pattern: 0x20, to: &block)
    }

    /// Appends a field. Names are lowercase.
    package mutating func append(
        name: String, value: String, _ indexing: Indexing, to block: inout [UInt8]
    ) {
        var (name, value) = (name, value)
        name.withUTF8 { name in
            value.withUTF8 { value in
                append(name: name.span, value: value.span, indexing, to: &block)
            }
        }
    }

    /// Appends a field. Names are lowercase.
    package mutating func append(
        name: borrowing Span<UInt8>, value: borrowing Span<UInt8>, _ indexing: Indexing,
        to block: inout [UInt8]
    ) {
        assert(updateDue == nil, "a block begins with beginBlock")
        let nameIndex = index(ofName: name)
        if indexing == .remembered, let nameIndex,
            let index = index(ofName: name, value: value, from: nameIndex)
        {
            HeaderInteger.append(index, prefixBits: 7, pattern: 0x80, to: &block)
            return
        }
        let isRow =
            switch indexing {
            case .remembered: hasRoom(name, value)
            case .nameRemembered: nameIndex == nil && hasRoom(name, value)
            case .literal, .neverIndexed: false
            }
        if isRow {
            HeaderInteger.append(nameIndex ?? 0, prefixBits: 6, pattern: 0x40, to: &block)
        } else {
            let pattern: UInt8 = indexing == .neverIndexed ? 0x10 : 0
            HeaderInteger.append(nameIndex ?? 0, prefixBits: 4, pattern: pattern, to: &block)
        }
        if nameIndex == nil { appendText(name, to: &block) }
        appendText(value, to: &block)
        if isRow { remember(name, value) }
    }

    /// The index of a name, of either table.
    package func index(ofName name: String) -> Int? {
        var name = name
        return name.withUTF8 { index(ofName: $0.span) }
    }

    /// The index of a name, of either table.
    package func index(ofName name: borrowing Span<UInt8>) -> Int? {
        if let index = staticTable.index(ofName: name) { return index }
        let bytes = table.bytes.span
        for position in 0..<table.count {
            let row = table.row(at: position)
            if row.nameCount == name.count, bytes.holds(name, at: row.start) {
                return StaticHeaderTable.count + 1 + position
            }
        }
        return nil
    }

    /// Appends a literal without indexing under a name that has an index, whose value of so many
    /// bytes is to be appended by the caller.
    package static func appendLiteral(
        nameIndex: Int, valueByteCount: Int, to block: inout [UInt8]
    ) {
        HeaderInteger.append(nameIndex, prefixBits: 4, pattern: 0, to: &block)
        HeaderInteger.append(valueByteCount, prefixBits: 7, pattern: 0, to: &block)
    }

    /// The index of a field, of either table, whose name has its first row at an index.
    private func index(
        ofName name: borrowing Span<UInt8>, value: borrowing Span<UInt8>, from nameIndex: Int
    ) -> Int? {
        var position = 0
        if nameIndex > StaticHeaderTable.count {
            position = nameIndex - StaticHeaderTable.count - 1
        } else if let index = staticTable.index(ofValue: value, nameIndex: nameIndex) {
            return index
        }
        let bytes = table.bytes.span
        for position in position..<table.count {
            let row = table.row(at: position)
            if row.nameCount == name.count, row.byteCount == name.count + value.count,
                bytes.holds(name, at: row.start), bytes.holds(value, at: row.valueStart)
            {
                return StaticHeaderTable.count + 1 + position
            }
        }
        return nil
    }

    private func hasRoom(
        _ name: borrowing Span<UInt8>, _ value: borrowing Span<UInt8>
    ) -> Bool {
        name.count + value.count + HeaderList.fieldOverhead <= table.sizeMax - table.size
    }

    private mutating func remember(
        _ name: borrowing Span<UInt8>, _ value: borrowing Span<UInt8>
    ) {
        // Rare: once for a field of a connection.
        var field: SpanBytes = []
        field.append(name)
        field.append(value)
        table.insert(field.span, nameCount: name.count)
        generation &+= 1
    }

    private func appendText(_ text: borrowing Span<UInt8>, to block: inout [UInt8]) {
        if usesHuffman {
            let count = HuffmanCode.encodedCount(text)
            if count < text.count {
                HeaderInteger.append(count, prefixBits: 7, pattern: 0x80, to: &block)
                HuffmanCode.append(text, to: &block)
                return
            }
        }
        HeaderInteger.append(text.count, prefixBits: 7, pattern: 0, to: &block)
        block.append(text)
    }
}
