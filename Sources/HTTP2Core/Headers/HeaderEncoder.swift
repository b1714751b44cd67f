// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Encodes header blocks (RFC 7541) and mirrors the dynamic table of the peer's decoder.
///
/// Rows are added while there is room and never evicted, so an index stays valid until
/// ``generation`` changes. Until then, a sender may reuse encoded parts of blocks. Strings are
/// written without Huffman coding by default.
package struct HeaderEncoder: Sendable {
    /// Whether the peer adds a field to its table.
    package enum Indexing: Sendable {
        /// The field is added if there is room; afterwards, its row is used.
        case remembered
        /// The name is added with its first value, as Apple advises for `apns-id` and similar
        /// headers; later values are literals.
        case nameRemembered
        /// The field is a literal and is not added.
        case literal
        /// The field is a literal, and intermediaries must not add it to a table either.
        case neverIndexed
    }

    /// The maximum number of bytes of the peer's table that are used, even if the table is larger.
    package static let tableSizeLimit = 4096

    /// A number that changes whenever a row is added or the table is emptied. Parts of blocks that
    /// were encoded before a change must not be used after it.
    package private(set) var generation: UInt64 = 0

    private let usesHuffman: Bool
    private let staticTable = StaticHeaderTable.shared
    private var table = DynamicHeaderTable(sizeMax: tableSizeLimit)
    /// The smallest table size that was set since the last block; `nil` if the next block need not
    /// begin with table size updates.
    private var updateDue: Int?

    /// - Parameter usesHuffman: whether a string is Huffman-coded if this makes it shorter. If
    ///   `true`, encoding takes more time.
    package init(usesHuffman: Bool = false) { self.usesHuffman = usesHuffman }

    /// Sets the peer's HEADER_TABLE_SIZE. The next block begins with the required updates (RFC 7541
    /// section 4.2).
    package mutating func setTableSizeMax(_ size: Int) {
        let size = max(0, min(size, Self.tableSizeLimit))
        guard size != table.sizeMax else { return }
        // It is arbitrary which rows a smaller table would retain, so the table is emptied.
        if size < table.size { empty() }
        table.setSizeMax(size)
        updateDue = min(updateDue ?? size, size)
    }

    /// Empties the table. The next block contains a table size update even when the table was
    /// already empty, because the block with the previous update may have been discarded.
    package mutating func empty() {
        updateDue = 0
        guard table.count > 0 else { return }
        table.removeAll()
        generation &+= 1
    }

    /// The total size of the rows of the dynamic table, and their number.
    package var tableSize: (size: Int, rows: Int) { (table.size, table.count) }

    /// Starts a block with any required table size updates. This function must be called first for
    /// every block.
    package mutating func beginBlock(_ block: inout [UInt8]) {
        guard let smallest = updateDue else { return }
        updateDue = nil
        if smallest < table.sizeMax {
            HeaderInteger.append(smallest, prefixBits: 5, pattern: 0x20, to: &block)
        }
        HeaderInteger.append(table.sizeMax, prefixBits: 5, pattern: 0x20, to: &block)
    }

    /// Appends a field. The name must be lowercase.
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

    /// Appends a field. The name must be lowercase.
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

    /// Returns the index of a name in either table.
    package func index(ofName name: String) -> Int? {
        var name = name
        return name.withUTF8 { index(ofName: $0.span) }
    }

    /// Returns the index of a name in either table.
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

    /// Appends a "literal field without indexing" up to its value. `nameIndex` is the index of its
    /// name in the tables. The caller then appends the value, which has `valueByteCount` bytes.
    package static func appendLiteral(
        nameIndex: Int, valueByteCount: Int, to block: inout [UInt8]
    ) {
        HeaderInteger.append(nameIndex, prefixBits: 4, pattern: 0, to: &block)
        HeaderInteger.append(valueByteCount, prefixBits: 7, pattern: 0, to: &block)
    }

    /// Returns the index of a field in either table, given the first index of its name.
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
        // This code runs rarely: only when a connection sends a header field for the first time.
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
