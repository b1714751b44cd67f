// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2Core

struct HeaderEncoderTests {
    /// Writes one block of fields.
    private static func block(
        _ encoder: inout HeaderEncoder,
        _ fields: [(String, String, HeaderEncoder.Indexing)]
    ) -> [UInt8] {
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        for (name, value, indexing) in fields {
            encoder.append(name: name, value: value, indexing, to: &block)
        }
        return block
    }

    @Test func `entries of the static table are written as an index`() {
        var encoder = HeaderEncoder()
        for (position, field) in StaticHeaderTable.fields.enumerated() {
            let block = Self.block(&encoder, [(field.name, field.value, .remembered)])
            #expect(block == [0x80 | UInt8(position + 1)])
        }
        #expect(encoder.generation == 0)
    }

    @Test func `a field that was added to the table is written as an index`() {
        var encoder = HeaderEncoder()
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("4001 6101 62"))
        #expect(encoder.generation == 1)
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("be"))
        // A different value gets a separate entry, and the index of the first entry increases.
        #expect(Self.block(&encoder, [("a", "c", .remembered)]) == bytes("7e01 63"))
        #expect(encoder.generation == 2)
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("bf"))
        #expect(encoder.index(ofName: "a") == 62)
        #expect(encoder.index(ofName: "b") == nil)
        #expect(encoder.index(ofName: ":path") == 4)
    }

    @Test func `a name is added to the table with its first value`() {
        var encoder = HeaderEncoder()
        #expect(Self.block(&encoder, [("a", "b", .nameRemembered)]) == bytes("4001 6101 62"))
        #expect(Self.block(&encoder, [("a", "b", .nameRemembered)]) == bytes("0f2f 0162"))
        #expect(Self.block(&encoder, [("a", "c", .nameRemembered)]) == bytes("0f2f 0163"))
        // A name of the static table needs no new entry.
        #expect(Self.block(&encoder, [("date", "c", .nameRemembered)]) == bytes("0f12 0163"))
        #expect(encoder.generation == 1)
    }

    @Test func `literals do not change the table`() {
        var encoder = HeaderEncoder()
        #expect(Self.block(&encoder, [(":path", "/", .literal)]) == bytes("0401 2f"))
        #expect(Self.block(&encoder, [("a", "b", .literal)]) == bytes("0001 6101 62"))
        #expect(Self.block(&encoder, [("a", "b", .neverIndexed)]) == bytes("1001 6101 62"))
        #expect(
            Self.block(&encoder, [("authorization", "b", .neverIndexed)]) == bytes("1f08 0162"))
        #expect(encoder.generation == 0)
        #expect(encoder.tableSize == (0, 0))
    }

    @Test func `a literal with an indexed name may be written in two parts`() throws {
        var block: [UInt8] = []
        HeaderEncoder.appendLiteral(nameIndex: 4, valueByteCount: 3, to: &block)
        block += Array("/ab".utf8)
        #expect(block == bytes("0403 2f61 62"))
        block = []
        HeaderEncoder.appendLiteral(nameIndex: 62, valueByteCount: 200, to: &block)
        #expect(block == bytes("0f2f 7f49"))
    }

    @Test func `entries are never evicted, and a field without room is written as a literal`() {
        var encoder = HeaderEncoder()
        let large = String(repeating: "v", count: 4096 - 32 - 1 - 34)
        _ = Self.block(&encoder, [("a", large, .remembered)])
        #expect(encoder.tableSize == (4062, 1))
        // An entry that is one byte too long, then an entry that fits exactly, then no room at all.
        #expect(Self.block(&encoder, [("b", "12", .remembered)]) == bytes("0001 6202 3132"))
        #expect(Self.block(&encoder, [("b", "1", .remembered)]) == bytes("4001 6201 31"))
        #expect(encoder.tableSize == (4096, 2))
        #expect(Self.block(&encoder, [("", "", .remembered)]) == bytes("0000 00"))
        #expect(Self.block(&encoder, [("a", large, .remembered)]) == bytes("bf"))
        #expect(encoder.generation == 2)
    }

    @Test func `an emptied table is announced and used again`() {
        var encoder = HeaderEncoder()
        _ = Self.block(&encoder, [("a", "b", .remembered)])
        encoder.empty()
        #expect(encoder.generation == 2)
        #expect(encoder.index(ofName: "a") == nil)
        #expect(
            Self.block(&encoder, [("a", "b", .remembered)]) == bytes("203f e11f 4001 6101 62"))
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("be"))
    }

    @Test func `emptying the table compensates for a block that was not sent`() throws {
        var (encoder, decoder) = (HeaderEncoder(), HeaderDecoder())
        encoder.setTableSizeMax(100)
        decoder.setTableSizeMax(100)
        // The update and the entry of this block never reach the decoder.
        _ = Self.block(&encoder, [("a", "b", .remembered)])
        encoder.empty()
        let block = Self.block(&encoder, [("c", "d", .remembered)])
        #expect(try decoder.lines(block) == ["c: d"])
        #expect(decoder.tableSize == encoder.tableSize)
        // The same without an entry.
        encoder.setTableSizeMax(0)
        decoder.setTableSizeMax(0)
        _ = Self.block(&encoder, [])
        encoder.empty()
        #expect(try decoder.lines(Self.block(&encoder, [])) == [])
    }

    struct Change: Sendable {
        let what: String
        let sizes: [Int]
        /// What the next block begins with.
        let hex: String
    }

    @Test(arguments: [
        Change(what: "the default", sizes: [4096], hex: ""),
        Change(what: "more than is used", sizes: [65_536], hex: ""),
        Change(what: "lowered", sizes: [1000], hex: "3fc9 07"),
        Change(what: "zero", sizes: [0], hex: "20"),
        Change(what: "lowered twice", sizes: [1000, 100], hex: "3f45"),
        Change(what: "lowered and raised", sizes: [100, 1000], hex: "3f45 3fc9 07"),
        Change(what: "lowered and back", sizes: [100, 4096], hex: "3f45 3fe1 1f"),
        Change(what: "lowered, raised and lowered", sizes: [100, 2000, 50, 60], hex: "3f13 3f1d"),
        Change(what: "negative", sizes: [-1], hex: "20"),
    ])
    func `a block begins with the smallest and the last table size`(_ change: Change) {
        var encoder = HeaderEncoder()
        for size in change.sizes { encoder.setTableSizeMax(size) }
        #expect(Self.block(&encoder, []) == bytes(change.hex))
        #expect(Self.block(&encoder, []) == [])
        // No entry was lost.
        #expect(encoder.generation == 0)
    }

    @Test func `a raised size is announced`() {
        var encoder = HeaderEncoder()
        encoder.setTableSizeMax(0)
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("20 0001 6101 62"))
        encoder.setTableSizeMax(1_000_000)
        #expect(
            Self.block(&encoder, [("a", "b", .remembered)]) == bytes("3fe1 1f 4001 6101 62"))
    }

    @Test func `a size smaller than the entries empties the table`() {
        var encoder = HeaderEncoder()
        _ = Self.block(&encoder, [("a", "b", .remembered), ("c", "d", .remembered)])
        encoder.setTableSizeMax(68)
        #expect(encoder.tableSize == (68, 2))
        #expect(encoder.generation == 2)
        #expect(Self.block(&encoder, [("a", "b", .remembered)]) == bytes("3f25 bf"))
        encoder.setTableSizeMax(67)
        #expect(encoder.tableSize == (0, 0))
        #expect(encoder.generation == 3)
        #expect(
            Self.block(&encoder, [("a", "b", .remembered)]) == bytes("203f 2440 0161 0162"))
    }

    @Test func `texts are Huffman-coded only if that makes them shorter`() {
        var encoder = HeaderEncoder(usesHuffman: true)
        #expect(
            Self.block(&encoder, [(":path", "302", .literal)]) == bytes("0482 6402"))
        #expect(Self.block(&encoder, [(":path", "&", .literal)]) == bytes("0401 26"))
        #expect(Self.block(&encoder, [(":path", "", .literal)]) == bytes("0400"))
    }
}
