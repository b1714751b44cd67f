// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import HTTP2Core

struct HeaderDecoderTests {
    struct InvalidBlock: Sendable {
        let what: String
        let hex: String
        var code = HTTP2ErrorCode.compressionError
    }

    @Test(arguments: [
        InvalidBlock(what: "index 0", hex: "80"),
        InvalidBlock(what: "an index beyond both tables", hex: "be"),
        InvalidBlock(what: "a name's index beyond both tables", hex: "7e 0161"),
        InvalidBlock(what: "the same without indexing", hex: "0f2f 0161"),
        InvalidBlock(what: "the largest index", hex: "ffff ffff ff07"),
        InvalidBlock(what: "a number with too many bytes", hex: "ff80 8080 8080 00"),
        InvalidBlock(what: "a number beyond 64 bits", hex: "ffff ffff ffff ffff ffff 7f"),
        InvalidBlock(what: "an incomplete number", hex: "ff80"),
        InvalidBlock(what: "only the first byte of a number", hex: "7f"),
        InvalidBlock(what: "no name", hex: "40"),
        InvalidBlock(what: "no value", hex: "4001 61"),
        InvalidBlock(what: "no value for an indexed name", hex: "48"),
        InvalidBlock(what: "a truncated name", hex: "4003 6162"),
        InvalidBlock(what: "a truncated value", hex: "4803 3230"),
        InvalidBlock(what: "the largest length", hex: "407f 80ff ffff 07 61"),
        InvalidBlock(what: "a truncated Huffman-coded value", hex: "4882 64"),
        InvalidBlock(what: "coded padding of eight bits", hex: "4882 07ff"),
        InvalidBlock(what: "coded padding of zeros", hex: "4881 00"),
        InvalidBlock(what: "the coded end of string", hex: "4885 07ff ffff ff"),
        InvalidBlock(what: "the coded end of string in a name", hex: "4084 ffff ffff 0161"),
        InvalidBlock(what: "a size update beyond the limit", hex: "3fe2 1f"),
        InvalidBlock(what: "a size update after a field", hex: "8820"),
        InvalidBlock(what: "a size update between fields", hex: "8820 88"),
        InvalidBlock(what: "a truncated size update", hex: "3f"),
    ])
    func `a block that violates RFC 7541 is rejected`(_ block: InvalidBlock) {
        var decoder = HeaderDecoder()
        #expect(decoder.refusal(block.hex) == block.code)
    }

    @Test func `an empty block has no fields and empties the list`() throws {
        var decoder = HeaderDecoder()
        var list = HeaderList()
        try decoder.decode(bytes("88").span, into: &list)
        #expect(list.lines == [":status: 200"])
        #expect(list.listSize == 42)
        try decoder.decode([UInt8]().span, into: &list)
        #expect(list.lines == [] && list.listSize == 0)
    }

    @Test func `every entry of the static table is found by its index`() throws {
        var decoder = HeaderDecoder()
        for (position, field) in StaticHeaderTable.fields.enumerated() {
            #expect(
                try decoder.lines([0x80 | UInt8(position + 1)]) == ["\(field.name): \(field.value)"]
            )
        }
        #expect(StaticHeaderTable.fields.count == StaticHeaderTable.count)
        #expect(decoder.refusal("be") == .compressionError)
    }

    @Test func `the encoding of a number may be longer than necessary`() throws {
        var decoder = HeaderDecoder()
        // Index 127 as 127 + 0, written with four bytes; a value of 127 + 1 bytes.
        #expect(decoder.refusal("ff80 8000") == .compressionError)
        let value = [UInt8](repeating: 0x61, count: 128)
        let block = bytes("087f 8180 8000") + value
        #expect(try decoder.lines(block) == [":status: " + String(repeating: "a", count: 128)])
    }

    @Test func `names and values may be empty`() throws {
        var decoder = HeaderDecoder()
        #expect(try decoder.lines(bytes("0000 00")) == [": "])
        #expect(try decoder.lines(bytes("4080 80")) == [": "])
        #expect(decoder.tableSize == (32, 1))
        #expect(try decoder.lines(bytes("be")) == [": "])
    }

    @Test func `only fields with incremental indexing are added to the table`() throws {
        var decoder = HeaderDecoder()
        #expect(try decoder.lines(bytes("0001 6101 62")) == ["a: b"])
        #expect(try decoder.lines(bytes("1001 6101 62")) == ["a: b"])
        #expect(decoder.tableSize == (0, 0))
        #expect(try decoder.lines(bytes("4001 6101 62")) == ["a: b"])
        #expect(decoder.tableSize == (34, 1))
    }

    @Test func `an entry may use the name of the entry that it evicts`() throws {
        var decoder = HeaderDecoder()
        // The table has room for one entry of 34 bytes: a name and a value of one byte each.
        #expect(try decoder.lines(bytes("3f03 4001 6101 62")) == ["a: b"])
        #expect(try decoder.lines(bytes("7e01 63")) == ["a: c"])
        #expect(decoder.tableSize == (34, 1))
        #expect(try decoder.lines(bytes("be")) == ["a: c"])
        // An entry that is one byte larger than the table empties the table.
        #expect(try decoder.lines(bytes("7e02 6364")) == ["a: cd"])
        #expect(decoder.tableSize == (0, 0))
        #expect(decoder.refusal("be") == .compressionError)
    }

    @Test func `a block may set the table size to zero and back, which empties the table`() throws {
        var decoder = HeaderDecoder()
        _ = try decoder.lines(bytes("4001 6101 62"))
        #expect(try decoder.lines(bytes("203f e11f 88")) == [":status: 200"])
        #expect(decoder.tableSize == (0, 0))
        _ = try decoder.lines(bytes("4001 6101 62"))
        #expect(decoder.tableSize == (34, 1))
    }

    @Test
    func `after the limit is lowered, the next block must begin with an update within the limit`()
        throws
    {
        for (hex, isRight) in [("88", false), ("", false), ("3f46 88", false), ("3f45 88", true)] {
            var decoder = HeaderDecoder()
            decoder.setTableSizeMax(100)
            #expect(decoder.refusal(hex) == (isRight ? nil : .compressionError))
        }
        var decoder = HeaderDecoder()
        decoder.setTableSizeMax(100)
        _ = try decoder.lines(bytes("20"))
        // One update is enough, and a size above the limit is still refused.
        #expect(try decoder.lines(bytes("88")) == [":status: 200"])
        #expect(decoder.refusal("3f46") == .compressionError)
    }

    @Test func `a limit that was lowered and raised still requires both updates`() {
        for (hex, isRight) in [("88", false), ("3fe1 1f", false), ("3f45 3fe1 1f 88", true)] {
            var decoder = HeaderDecoder()
            decoder.setTableSizeMax(100)
            decoder.setTableSizeMax(4096)
            #expect(decoder.refusal(hex) == (isRight ? nil : .compressionError))
        }
    }

    @Test func `a limit above the size in use requires no update`() throws {
        var decoder = HeaderDecoder(tableSizeMax: 65_536)
        _ = try decoder.lines(bytes("3f81 0188"))
        decoder.setTableSizeMax(1000)
        #expect(try decoder.lines(bytes("88")) == [":status: 200"])
    }

    @Test(arguments: [10, 43, 200, 1400])
    func `a long secret value that is sent again and again is read each time`(
        count: Int
    ) throws {
        var (decoder, list) = (HeaderDecoder(), HeaderList())
        var generator = SeededGenerator(seed: UInt64(count))
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789-_.")
        var secrets = (0..<3).map { _ in
            (0..<count).map { _ in digits[Int.random(in: digits.indices, using: &generator)] }
        }
        // The first and the last secret have codes of the same length and differ only in the last
        // character.
        secrets[0][count - 1] = "a"
        secrets.append(secrets[0])
        secrets[3][count - 1] = "c"
        for _ in 0..<100 {
            let secret = String(secrets[Int.random(in: 0..<4, using: &generator)])
            // "authorization" of the static table, never indexed.
            var block: [UInt8] = [0x1F, 0x08]
            let text = Array(secret.utf8)
            HeaderInteger.append(
                HuffmanCode.encodedCount(text.span), prefixBits: 7, pattern: 0x80, to: &block)
            HuffmanCode.append(text.span, to: &block)
            try decoder.decode(block.span, into: &list)
            #expect(list.lines == ["authorization: " + secret])
        }
        #expect(decoder.tableSize == (0, 0))
    }

    @Test func `reading further blocks does not allocate`() throws {
        var (decoder, list) = (HeaderDecoder(), HeaderList())
        // ":status: 200" and an apns-id that is remembered each time.
        var block: [UInt8] = [0x88, 0x40, 7] + Array("apns-id".utf8)
        let id = Array("8d5b2a3c-1f00-4e2b-9c3d-0123456789ab".utf8)
        block.append(0x80 | UInt8(HuffmanCode.encodedCount(id.span)))
        HuffmanCode.append(id.span, to: &block)
        for _ in 0..<300 { try decoder.decode(block.span, into: &list) }
        let bytes = list.bytes.withUnsafeBytes { $0.baseAddress }
        let fields = list.fields.withUnsafeBytes { $0.baseAddress }
        for _ in 0..<300 { try decoder.decode(block.span, into: &list) }
        #expect(list.lines == [":status: 200", "apns-id: 8d5b2a3c-1f00-4e2b-9c3d-0123456789ab"])
        #expect(list.bytes.withUnsafeBytes { $0.baseAddress } == bytes)
        #expect(list.fields.withUnsafeBytes { $0.baseAddress } == fields)
        #expect(decoder.tableSize == (4050, 54))
    }

    @Test func `a block may announce a table as large as the limit, but not larger`() throws {
        var decoder = HeaderDecoder(tableSizeMax: 8192)
        #expect(try decoder.lines(bytes("3fe1 3f88")) == [":status: 200"])
        #expect(decoder.refusal("3fe2 3f") == .compressionError)
        var small = HeaderDecoder(tableSizeMax: 0)
        #expect(small.refusal("88") == .compressionError)
        small = HeaderDecoder(tableSizeMax: 0)
        #expect(try small.lines(bytes("2040 0161 0162")) == ["a: b"])
        #expect(small.tableSize == (0, 0))
    }

    @Test func `a header list beyond the size limit is rejected`() throws {
        // The size of ":status: 200" is 42.
        var decoder = HeaderDecoder(listSizeMax: 84)
        #expect(try decoder.lines(bytes("8888")).count == 2)
        #expect(decoder.refusal("8888 88") == .enhanceYourCalm)
        // An entry of 4,000 bytes, and a kilobyte of references to this entry.
        decoder = HeaderDecoder()
        var block = bytes("4001 617f b31e") + [UInt8](repeating: 0x62, count: 4018)
        #expect(try decoder.lines(block).count == 1)
        block = [UInt8](repeating: 0xBE, count: 1024)
        var list = HeaderList()
        #expect(throws: HTTP2ConnectionError.self) { try decoder.decode(block.span, into: &list) }
        #expect(list.bytes.count < 200_000)
    }
}
