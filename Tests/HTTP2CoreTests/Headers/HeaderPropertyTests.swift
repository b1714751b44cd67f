// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import HTTP2Core

/// Random header lists, written by the encoder or a ``RandomBlockWriter`` and read by the decoder.
/// A seed that has failed stays among the arguments.
struct HeaderPropertyTests {
    private static func fields(using random: inout SeededGenerator) -> [RandomField] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in .random(using: &random) }
    }

    @Test(arguments: 0..<20)
    func `every encoding that RFC 7541 permits is decoded`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (writer, decoder, list) = (RandomBlockWriter(), HeaderDecoder(), HeaderList())
        for _ in 0..<60 {
            if random.chance(1, outOf: 10) {
                let limit = Int.random(in: 0...9000, using: &random)
                decoder.setTableSizeMax(limit)
                writer.sizeLimit = limit
                if limit < writer.sizeMax {
                    writer.updateDue = min(limit, writer.updateDue ?? limit)
                }
            }
            let fields = Self.fields(using: &random)
            let block = writer.block(fields, using: &random)
            try decoder.decode(block.span, into: &list)
            #expect(list.randomFields == fields)
            #expect(decoder.tableSize == (writer.size, writer.rows.count))
        }
    }

    @Test(arguments: 0..<20)
    func `the decoder reads what the encoder writes`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var encoder = HeaderEncoder(usesHuffman: seed.isMultiple(of: 2))
        var (decoder, list) = (HeaderDecoder(), HeaderList())
        for _ in 0..<60 {
            if random.chance(1, outOf: 8) {
                let limit = Int.random(in: 0...6000, using: &random)
                encoder.setTableSizeMax(limit)
                decoder.setTableSizeMax(limit)
                if random.chance(1, outOf: 2) { continue }
            }
            if random.chance(1, outOf: 20) { encoder.empty() }
            let fields = Self.fields(using: &random)
            var block: [UInt8] = []
            encoder.beginBlock(&block)
            for field in fields {
                let all: [HeaderEncoder.Indexing] = [
                    .remembered, .nameRemembered, .literal, .neverIndexed,
                ]
                encoder.append(field, all.randomElement(using: &random)!, to: &block)
            }
            try decoder.decode(block.span, into: &list)
            #expect(list.randomFields == fields)
            #expect(decoder.tableSize == encoder.tableSize)
        }
    }

    @Test(arguments: 0..<20)
    func `a stored part of a block is valid during its generation`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (encoder, decoder, list) = (HeaderEncoder(), HeaderDecoder(), HeaderList())
        let kept = (0..<4).map { _ in RandomField.random(using: &random) }
        var piece: (bytes: ArraySlice<UInt8>, generation: UInt64)?
        var reused = 0
        for _ in 0..<200 {
            if random.chance(1, outOf: 20) {
                let limit = Int.random(in: 0...6000, using: &random)
                encoder.setTableSizeMax(limit)
                decoder.setTableSizeMax(limit)
            }
            var block: [UInt8] = []
            encoder.beginBlock(&block)
            if let piece, piece.generation == encoder.generation {
                block += piece.bytes
                reused += 1
            } else {
                let (start, generation) = (block.count, encoder.generation)
                for field in kept { encoder.append(field, .remembered, to: &block) }
                // Bytes that add entries are valid only once.
                piece = encoder.generation == generation ? (block[start...], generation) : nil
            }
            var fields = kept
            if random.chance(1, outOf: 10) {
                fields.append(.random(using: &random))
                encoder.append(fields[4], .remembered, to: &block)
            }
            try decoder.decode(block.span, into: &list)
            #expect(list.randomFields == fields)
        }
        #expect(reused > 100)
    }

    @Test(arguments: 0..<4)
    func `a truncated block is read as its first fields or rejected with an error`(_ seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        var (writer, decoder) = (RandomBlockWriter(), HeaderDecoder())
        for _ in 0..<10 {
            let fields = Self.fields(using: &random)
            let block = writer.block(fields, using: &random)
            var completeCount = 0
            for count in 0..<block.count {
                var (copy, list) = (decoder, HeaderList())
                do {
                    try copy.decode(block.span.extracting(first: count), into: &list)
                    #expect(list.randomFields == Array(fields.prefix(list.fields.count)))
                    completeCount += 1
                } catch {
                    #expect(error.code == .compressionError)
                }
            }
            // A part of a block is complete only where a field or an update ends.
            #expect(completeCount <= fields.count + 10)
            var list = HeaderList()
            try decoder.decode(block.span, into: &list)
        }
    }

    @Test(arguments: 0..<20)
    func `a block with changed bytes is read or rejected within the limits`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<20 {
            var (writer, decoder) = (RandomBlockWriter(), HeaderDecoder(listSizeMax: 20_000))
            for _ in 0..<20 {
                var block = writer.block(Self.fields(using: &random), using: &random)
                for _ in 0..<Int.random(in: 0...3, using: &random) where !block.isEmpty {
                    let position = Int.random(in: block.indices, using: &random)
                    switch random.next() % 3 {
                    case 0: block[position] ^= UInt8(1) << (random.next() % 8)
                    case 1: block[position] = UInt8.random(in: 0...255, using: &random)
                    default: block.remove(at: position)
                    }
                }
                var list = HeaderList()
                do {
                    try decoder.decode(block.span, into: &list)
                    #expect(list.listSize <= 20_000)
                    #expect(decoder.tableSize.size <= 4096)
                } catch {
                    #expect(error.code == .compressionError || error.code == .enhanceYourCalm)
                    refused += 1
                    break
                }
            }
        }
        #expect(refused > 0)
    }

    @Test(arguments: 0..<20)
    func `any bytes are read or rejected`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let block = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var (decoder, list) = (HeaderDecoder(), HeaderList())
            try? decoder.decode(block.span, into: &list)
            #expect(decoder.tableSize.size <= 4096)
        }
    }
}

extension HeaderEncoder {
    fileprivate mutating func append(
        _ field: RandomField, _ indexing: Indexing, to block: inout [UInt8]
    ) {
        append(name: field.name.span, value: field.value.span, indexing, to: &block)
    }
}
