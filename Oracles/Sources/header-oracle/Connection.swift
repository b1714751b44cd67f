// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Simulation

/// A disagreement of two implementations, with the data to reproduce it.
struct Disagreement: Error, CustomStringConvertible {
    let what: String
    let block: [UInt8]

    var description: String {
        let hex = block.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        return "\(what): \(hex)"
    }
}

/// The encoder of a connection's blocks.
enum BlockWriter: String, CaseIterable {
    case bellhop, nghttp2, niohpack
    /// The tests' own, which uses every encoding that RFC 7541 permits.
    case random
}

/// One direction of a connection: its blocks go from one encoder to all decoders, until a changed
/// block is rejected.
struct Connection {
    static let blockCount = 64

    private let writer: BlockWriter
    private var random: SeededGenerator
    private let damages: Bool

    private var encoder: HeaderEncoder
    private let nghttp2Encoder = NGHTTP2Encoder()
    private var nioEncoder: NIOEncoder
    private var randomWriter = RandomBlockWriter()

    private var decoder = HeaderDecoder(listSizeMax: .max)
    private var list = HeaderList()
    private let nghttp2Decoder = NGHTTP2Decoder()
    /// Present only if all fields are text with a name; see ``RandomField/forNIO``.
    private var nioDecoder: NIODecoder?

    /// The blocks that were read identically, and the changed blocks that were accepted by all.
    private(set) var blocks = 0
    private(set) var damagedTaken = 0
    private(set) var damagedRefused = 0
    private(set) var fieldCount = 0

    init(_ writer: BlockWriter, damages: Bool, seed: UInt64) {
        self.writer = writer
        self.damages = damages
        random = SeededGenerator(seed: seed)
        let usesHuffman = Bool.random(using: &random)
        encoder = HeaderEncoder(usesHuffman: usesHuffman)
        nioEncoder = NIOEncoder(usesHuffman: usesHuffman)
        if writer == .niohpack || Bool.random(using: &random) { nioDecoder = NIODecoder() }
    }

    mutating func run() throws {
        for _ in 0..<Self.blockCount {
            if random.chance(1, outOf: 16) {
                try setTableSizeMax(Int.random(in: 0...6000, using: &random))
            }
            let fields = (0..<Int.random(in: 0...10, using: &random)).map { _ in
                let field = RandomField.random(using: &random)
                return nioDecoder == nil ? field : field.forNIO
            }
            let block = try write(fields)
            guard damages, random.chance(1, outOf: 4) else {
                try read(block, fields)
                continue
            }
            // The encoder may have another table from now on, so the connection ends.
            return try readDamaged(damage(block))
        }
    }

    private mutating func setTableSizeMax(_ size: Int) throws {
        switch writer {
        case .bellhop: encoder.setTableSizeMax(size)
        case .nghttp2: nghttp2Encoder.setTableSizeMax(size)
        case .niohpack: try nioEncoder.setTableSizeMax(size)
        case .random:
            randomWriter.sizeLimit = size
            if size < randomWriter.sizeMax {
                randomWriter.updateDue = min(size, randomWriter.updateDue ?? size)
            }
        }
        decoder.setTableSizeMax(size)
        nghttp2Decoder.setTableSizeMax(size)
        nioDecoder?.setTableSizeMax(size)
    }

    private mutating func write(_ fields: [RandomField]) throws -> [UInt8] {
        var secret: Set<Int> = []
        for place in fields.indices where random.chance(1, outOf: 6) { secret.insert(place) }
        switch writer {
        case .nghttp2: return nghttp2Encoder.block(fields, secret: secret)
        case .niohpack: return try nioEncoder.block(fields, secret: secret)
        case .random: return randomWriter.block(fields, using: &random)
        case .bellhop: break
        }
        if random.chance(1, outOf: 50) { encoder.empty() }
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        for (place, field) in fields.enumerated() {
            let all: [HeaderEncoder.Indexing] = [.remembered, .nameRemembered, .literal]
            encoder.append(
                name: field.name.span, value: field.value.span,
                secret.contains(place) ? .neverIndexed : all[Int(random.next() % 3)], to: &block)
        }
        return block
    }

    /// A whole block: all readers must find the fields, and the writer's table.
    private mutating func read(_ block: [UInt8], _ fields: [RandomField]) throws {
        func demand(_ isRight: Bool, _ what: String) throws {
            guard isRight else { throw Disagreement(what: what, block: block) }
        }
        do {
            try decoder.decode(block.span, into: &list)
        } catch {
            throw Disagreement(what: "our decoder rejects it: \(error.problem)", block: block)
        }
        try demand(list.randomFields == fields, "our decoder reads other fields than were written")
        try demand(nghttp2Decoder.fields(block) == fields, "libnghttp2 reads other fields")
        let table = nghttp2Decoder.table
        try demand(decoder.table == table, "libnghttp2's decoder has another table")
        switch writer {
        case .bellhop:
            try demand(encoder.tableSize == (table.size, table.rows.count), "our table differs")
        case .nghttp2: try demand(nghttp2Encoder.table == table, "libnghttp2 has another table")
        case .niohpack: try demand(nioEncoder.tableSize == table.size, "NIOHPACK has another size")
        case .random:
            try demand(
                TableContents(size: randomWriter.size, rows: randomWriter.rows) == table,
                "the writer has another table")
        }
        if nioDecoder != nil {
            let read = nioDecoder?.fields(block)
            try demand(read == fields, "NIOHPACK reads other fields")
        }
        blocks += 1
        fieldCount += fields.count
    }

    /// A changed block: our decoder and libnghttp2 must both accept the same fields or reject it.
    private mutating func readDamaged(_ block: [UInt8]) throws {
        func demand(_ isRight: Bool, _ what: String) throws {
            guard isRight else { throw Disagreement(what: what, block: block) }
        }
        let expected = nghttp2Decoder.fields(block)
        var read: [RandomField]?
        do {
            try decoder.decode(block.span, into: &list)
            read = list.randomFields
        } catch {}
        try demand(read == nil || expected != nil, "only libnghttp2 rejects a changed block")
        try demand(read != nil || expected == nil, "only libnghttp2 accepts a changed block")
        try demand(read == expected, "libnghttp2 reads other fields in a changed block")
        if read == nil {
            damagedRefused += 1
        } else {
            damagedTaken += 1
            try demand(
                decoder.table == nghttp2Decoder.table, "another table after a changed block")
        }
        blocks += 1
    }

    private mutating func damage(_ block: [UInt8]) -> [UInt8] {
        switch random.next() % 8 {
        case 0: return bytes(1...40)
        case 1:
            // Random Huffman codes, most with invalid padding.
            let (name, value) = (bytes(0...12), bytes(0...40))
            return block + [0x40, 0x80 | UInt8(name.count)] + name
                + [0x80 | UInt8(value.count)] + value
        default: break
        }
        var block = block
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let place = block.indices.randomElement(using: &random) else { break }
            switch random.next() % 6 {
            case 0: block[place] ^= UInt8(1) << (random.next() % 8)
            case 1: block[place] = UInt8.random(in: 0...255, using: &random)
            case 2: block.remove(at: place)
            case 3: block.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 4: block.removeLast(min(block.count, Int(random.next() % 4)))
            default: block[place] = [0xFF, 0x7F, 0x80, 0x3F, 0x20, 0][Int(random.next() % 6)]
            }
        }
        return block
    }

    private mutating func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: counts, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
    }
}

extension HeaderDecoder {
    /// The rows of the dynamic table, read with a block that refers to each row.
    fileprivate var table: TableContents {
        var (copy, list) = (self, HeaderList())
        var references: [UInt8] = []
        for row in 0..<tableSize.rows {
            // The indexes from 62 up to 127 + 127.
            let index = 62 + row
            references += index < 127 ? [UInt8(0x80 + index)] : [0xFF, UInt8(index - 127)]
        }
        try? copy.decode(references.span, into: &list)
        return TableContents(size: tableSize.size, rows: list.randomFields)
    }
}
