// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Simulation

/// A field as bytes, which need not be text.
struct RandomField: Hashable {
    var name: [UInt8]
    var value: [UInt8]

    var size: Int { name.count + value.count + 32 }

    /// A field from a few names and values, so that tables are useful, or from random bytes.
    static func random(using random: inout SeededGenerator) -> RandomField {
        let names = [
            ":status", ":path", "apns-id", "apns-topic", "authorization", "date", "x", "x-y-z",
            "accept-encoding", "",
        ]
        let values = [
            "200", "400", "/", "8D5B2A3C-1F00-4E2B-9C3D-0123456789AB", "com.example.app", "",
            "gzip, deflate", String(repeating: "eyJ", count: 70),
        ]
        return RandomField(
            name: text(from: names, using: &random), value: text(from: values, using: &random))
    }

    private static func text(
        from texts: [String], using random: inout SeededGenerator
    ) -> [UInt8] {
        if random.chance(5, outOf: 6) { return Array(texts.randomElement(using: &random)!.utf8) }
        let range: ClosedRange<UInt8> = random.chance(1, outOf: 2) ? 97...122 : 0...255
        let count = random.chance(1, outOf: 40) ? 700 : Int.random(in: 0...40, using: &random)
        return (0..<count).map { _ in UInt8.random(in: range, using: &random) }
    }
}

extension HeaderList {
    /// The fields as bytes.
    var randomFields: [RandomField] {
        fields.map {
            RandomField(
                name: Array(bytes[$0.nameStart..<$0.valueStart]),
                value: Array(bytes[$0.valueStart..<$0.end]))
        }
    }
}

/// A second encoder of header blocks, slow and simple, which uses every form of RFC 7541: entries
/// that evict others, changes of the table's size, strings with and without Huffman code, and
/// numbers that are longer than necessary.
struct RandomBlockWriter {
    private static let staticRows = StaticHeaderTable.fields.map {
        RandomField(name: Array($0.name.utf8), value: Array($0.value.utf8))
    }

    /// The entries of the table, newest first.
    private(set) var rows: [RandomField] = []
    private(set) var sizeMax = 4096
    /// The size that the other end allows.
    var sizeLimit = 4096
    /// The next block must begin with an update to at most this size; `nil` for no update.
    var updateDue: Int?

    var size: Int { rows.reduce(0) { $0 + $1.size } }

    mutating func block(
        _ fields: [RandomField], using random: inout SeededGenerator
    ) -> [UInt8] {
        var block: [UInt8] = []
        if let due = updateDue {
            resize(Int.random(in: 0...due, using: &random), &block)
            updateDue = nil
        }
        // Never more than two updates (section 4.2).
        if random.chance(1, outOf: 12) {
            resize(Int.random(in: 0...sizeLimit, using: &random), &block)
        }
        for field in fields { append(field, to: &block, using: &random) }
        return block
    }

    private mutating func resize(_ size: Int, _ block: inout [UInt8]) {
        sizeMax = size
        evict(to: size)
        Self.append(size, 5, 0x20, to: &block)
    }

    private mutating func evict(to limit: Int) {
        while size > limit { rows.removeLast() }
    }

    private mutating func append(
        _ field: RandomField, to block: inout [UInt8], using random: inout SeededGenerator
    ) {
        let known = Self.staticRows + rows
        let same = known.indices.filter { known[$0] == field }
        if let place = same.randomElement(using: &random), random.chance(3, outOf: 4) {
            Self.append(place + 1, 7, 0x80, to: &block)
            return
        }
        var index = 0
        let sameName = known.indices.filter { known[$0].name == field.name }
        if let place = sameName.randomElement(using: &random), random.chance(3, outOf: 4) {
            index = place + 1
        }
        let isRow = random.chance(1, outOf: 2)
        if isRow {
            Self.append(index, 6, 0x40, to: &block)
        } else {
            Self.append(index, 4, random.chance(1, outOf: 2) ? 0 : 0x10, to: &block)
        }
        if index == 0 { Self.append(field.name, to: &block, using: &random) }
        Self.append(field.value, to: &block, using: &random)
        guard isRow else { return }
        guard field.size <= sizeMax else { return rows = [] }
        evict(to: sizeMax - field.size)
        rows.insert(field, at: 0)
    }

    private static func append(
        _ text: [UInt8], to block: inout [UInt8], using random: inout SeededGenerator
    ) {
        guard random.chance(1, outOf: 2) else {
            let padding = random.chance(1, outOf: 20) ? Int.random(in: 1...2, using: &random) : 0
            append(text.count, 7, 0, padding: padding, to: &block)
            block += text
            return
        }
        // Bit by bit: slow, and unlike the coder under test.
        var bits: [UInt8] = []
        for byte in text {
            let code = HuffmanCode.codes[Int(byte)]
            for bit in (0..<HuffmanCode.lengths[Int(byte)]).reversed() {
                bits.append(UInt8(code >> UInt32(bit) & 1))
            }
        }
        while !bits.count.isMultiple(of: 8) { bits.append(1) }
        append(bits.count / 8, 7, 0x80, to: &block)
        for start in stride(from: 0, to: bits.count, by: 8) {
            block.append(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
        }
    }

    /// Appends a number; if it has continuation bytes, `padding` redundant zeros follow.
    private static func append(
        _ value: Int, _ prefixBits: Int, _ pattern: UInt8, padding: Int = 0,
        to block: inout [UInt8]
    ) {
        let prefixMax = 1 << prefixBits - 1
        guard value >= prefixMax else { return block.append(pattern | UInt8(value)) }
        block.append(pattern | UInt8(prefixMax))
        var rest = value - prefixMax
        while rest >= 128 {
            block.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        guard padding > 0 else { return block.append(UInt8(rest)) }
        block.append(UInt8(rest + 128))
        block += [UInt8](repeating: 128, count: padding - 1) + [0]
    }
}
