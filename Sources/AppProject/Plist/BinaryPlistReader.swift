// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a binary property list, version 00.
///
/// Each reference to a value counts toward the limit, and a value that contains itself is cut off
/// at the depth limit. Thus, a small file cannot expand to a large tree.
struct BinaryPlistReader {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableStart: Int
    private var budget = PlistBudget()

    static let magic = Array("bplist00".utf8)
    /// The size of the trailer in bytes.
    private static let trailerByteCount = 32

    static func read(_ bytes: [UInt8]) throws(PlistError) -> PlistNode {
        var reader = try BinaryPlistReader(bytes)
        let top = try reader.number(at: bytes.count - 16, size: 8)
        return try reader.node(top, depth: 0)
    }

    private init(_ bytes: [UInt8]) throws(PlistError) {
        guard bytes.starts(with: Self.magic),
            bytes.count >= Self.magic.count + Self.trailerByteCount
        else { throw PlistError("the binary property list is truncated") }
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerByteCount
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        func number(_ start: Int) -> UInt64 {
            bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let count = number(trailer + 8)
        let start = number(trailer + 24)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            count <= UInt64(bytes.count), start >= 8, start <= UInt64(trailer),
            UInt64(offsetSize) * count <= UInt64(trailer) - start
        else { throw PlistError("the offset table of the binary property list is damaged") }
        objectCount = Int(count)
        tableStart = Int(start)
    }

    /// Reads a big-endian integer. Throws an error if the integer does not fit into `Int`.
    private func number(at start: Int, size: Int) throws(PlistError) -> Int {
        guard start >= 0, size >= 1, size <= 8, start <= bytes.count - size else {
            throw Self.broken
        }
        let number = bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let fitting = Int(exactly: number) else { throw Self.broken }
        return fitting
    }

    private mutating func node(_ object: Int, depth: Int) throws(PlistError) -> PlistNode {
        guard depth <= PlistLimits.depthMax else {
            throw PlistError("values are nested more than \(PlistLimits.depthMax) levels deep")
        }
        try budget.spend(at: 0)
        guard object >= 0, object < objectCount else { throw Self.broken }
        let start = try number(at: tableStart + object * offsetSize, size: offsetSize)
        guard start >= 8, start < tableStart else { throw Self.broken }
        let kind = bytes[start] >> 4
        let low = bytes[start] & 0x0F
        let content: PlistNode.Content
        switch kind {
        case 0x0, 0x1, 0x2, 0x3: content = .value(try fixed(kind, low, start))
        case 0x4, 0x5, 0x6, 0x7: content = .value(try counted(kind, start))
        case 0xA, 0xC:
            let (first, count) = try count(at: start)
            var nodes: [PlistNode] = []
            for item in 0..<count {
                nodes.append(try node(try reference(first, item), depth: depth + 1))
            }
            content = .array(nodes)
        case 0xD:
            let (first, count) = try count(at: start)
            var members: [PlistNode.Member] = []
            for item in 0..<count {
                guard let key = try node(try reference(first, item), depth: depth + 1).string else {
                    throw PlistError("a key is not a string")
                }
                let value = try node(try reference(first, count + item), depth: depth + 1)
                members.append(.init(key: key, keyRange: 0..<0, node: value))
            }
            content = .dictionary(members)
        default: throw PlistError("a value has a type that property lists do not support")
        }
        return PlistNode(content: content, range: 0..<0)
    }

    private func fixed(
        _ kind: UInt8, _ low: UInt8, _ start: Int
    ) throws(PlistError) -> PlistValue {
        let size = 1 << Int(min(low, 5))
        switch (kind, low) {
        case (0, 8): return .bool(false)
        case (0, 9): return .bool(true)
        case (1, 0...3):
            // Eight-byte integers are signed; shorter ones are unsigned.
            guard size == 8 else { return .integer(try number(at: start + 1, size: size)) }
            guard start + 9 <= bytes.count else { throw Self.broken }
            let bits = bytes[(start + 1)..<(start + 9)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .integer(Int(truncatingIfNeeded: bits))
        case (1, 4):
            guard start + 17 <= bytes.count else { throw Self.broken }
            let bits = bytes[(start + 9)..<(start + 17)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .real(Double(bits))
        case (2, 2), (2, 3), (3, 3):
            guard start + 1 + size <= bytes.count else { throw Self.broken }
            let bits = bytes[(start + 1)..<(start + 1 + size)]
                .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let real =
                size == 4
                ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
                : Double(bitPattern: bits)
            guard kind == 3 else { return .real(real) }
            guard
                let date = Date(
                    checkingEpochSeconds: real + Date.timeIntervalBetween1970AndReferenceDate)
            else { throw PlistError("a date is outside of the years 1 to 9999") }
            return .date(date)
        default: throw PlistError("a value has a type that property lists do not support")
        }
    }

    private func counted(_ kind: UInt8, _ start: Int) throws(PlistError) -> PlistValue {
        let (first, count) = try count(at: start)
        let width = kind == 6 ? 2 : 1
        guard count <= (tableStart - first) / width else { throw Self.broken }
        let body = bytes[first..<(first + count * width)]
        switch kind {
        case 4: return .data(Array(body))
        case 5, 7: return .string(String(decoding: body, as: UTF8.self))
        default:
            let units = stride(from: first, to: first + count * 2, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return .string(String(decoding: units, as: UTF16.self))
        }
    }

    /// Returns the offset of a value's content and the number of its elements or bytes.
    private func count(at start: Int) throws(PlistError) -> (first: Int, count: Int) {
        var first = start + 1
        var count = Int(bytes[start] & 0x0F)
        if count == 0x0F {
            guard first < tableStart, bytes[first] & 0xF0 == 0x10, bytes[first] & 0x0F <= 3 else {
                throw Self.broken
            }
            let size = 1 << Int(bytes[first] & 0x0F)
            count = try number(at: first + 1, size: size)
            first += 1 + size
        }
        // Each element takes at least one byte.
        guard first <= tableStart, count <= tableStart - first else { throw Self.broken }
        return (first, count)
    }

    private func reference(_ first: Int, _ item: Int) throws(PlistError) -> Int {
        let start = first + item * referenceSize
        guard start <= tableStart - referenceSize else { throw Self.broken }
        return try number(at: start, size: referenceSize)
    }

    private static var broken: PlistError {
        PlistError("the binary property list is damaged: it refers to data that does not exist")
    }
}
