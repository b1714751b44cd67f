// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes header blocks (RFC 7541) and keeps the table that the other end's decoder has.
///
/// Rows are added while there is room and never pushed out, so an index stays good until
/// ``generation`` changes; a sender may keep whole pieces of blocks until then. Texts are written
/// as they are, without Huffman coding.
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

    /// Changes whenever a row was added or the table was emptied: pieces of blocks that were
    /// written before may not be used again.
    package private(set) var generation: UInt64 = 0

    package init() {}

    /// Takes the other end's HEADER_TABLE_SIZE; the next block begins with the updates that are due
    /// (RFC 7541 section 4.2).
    package mutating func setTableSizeMax(_ size: Int) {}

    /// Empties the table; the next block says so.
    package mutating func empty() {}

    /// Must begin every block: writes table size updates that are due.
    package mutating func beginBlock(_ block: inout [UInt8]) {}

    /// Appends a field. Names are lowercase.
    package mutating func append(
        name: String, value: String, _ indexing: Indexing, to block: inout [UInt8]
    ) {}

    /// The index of a name, of either table.
    package func index(ofName name: String) -> Int? { nil }

    /// Appends a literal without indexing under a name that has an index, whose value of so many
    /// bytes is to be appended by the caller.
    package static func appendLiteral(
        nameIndex: Int, valueByteCount: Int, to block: inout [UInt8]
    ) {}
}
