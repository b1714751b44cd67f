// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Collects the entries of a part and encodes them.
package struct OutcomePartBuilder: Sendable {
    /// The maximum number of different codes in a part. Further reasons become
    /// ``OutcomeCode/Reason/other``.
    package static let codeCountMax = 250

    private var codes: [OutcomeCode] = []
    private var entries: [(installation: Int64, code: UInt8)] = []

    package init() {}

    package var count: Int { entries.count }
    package var isEmpty: Bool { entries.isEmpty }

    /// Adds the outcome of an installation. The order does not matter; each installation is added
    /// once.
    package mutating func add(_ installation: Int64, _ code: OutcomeCode) {
        entries.append((installation, position(of: code)))
    }

    /// The number of installations with each code.
    package var sums: OutcomeSums {
        var counts = Array(repeating: 0, count: codes.count)
        for entry in entries { counts[Int(entry.code)] += 1 }
        var sums = OutcomeSums()
        for (code, count) in zip(codes, counts) { sums.add(count, to: code) }
        return sums
    }

    /// Returns the part; `nil` if there are no entries.
    package func finish() -> OutcomePart? {
        let entries = entries.sorted { $0.installation < $1.installation }
        guard let first = entries.first, let last = entries.last else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 3 + codes.count * 20 + 16)
        bytes.append(OutcomePartFormat.version)
        LEB128.append(UInt64(codes.count), to: &bytes)
        for code in codes {
            bytes.append(code.kind.rawValue)
            bytes.append(code.variant)
            LEB128.append(UInt64(code.reason.utf8.count), to: &bytes)
            bytes.append(contentsOf: code.reason.utf8)
        }
        LEB128.append(UInt64(entries.count), to: &bytes)
        var previous: Int64 = 0
        for entry in entries {
            LEB128.append(UInt64(bitPattern: entry.installation &- previous), to: &bytes)
            bytes.append(entry.code)
            previous = entry.installation
        }
        let checksum = OutcomePartFormat.checksum(bytes[...])
        for shift in [24, 16, 8, 0] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        return OutcomePart(
            first: first.installation, last: last.installation, count: entries.count, bytes: bytes)
    }

    /// Returns the position of a code. A part has few codes, and most entries have the first code,
    /// so the search is short.
    private mutating func position(of code: OutcomeCode) -> UInt8 {
        if let index = codes.firstIndex(of: code) { return UInt8(index) }
        if codes.count >= Self.codeCountMax {
            // There are at most six kinds, so these codes fit into the remaining values of the
            // byte.
            let other = OutcomeCode(code.kind, reason: OutcomeCode.Reason.other)
            if let index = codes.firstIndex(of: other) { return UInt8(index) }
            if codes.count >= Int(UInt8.max) { return 0 }
            codes.append(other)
        } else {
            codes.append(code)
        }
        return UInt8(codes.count - 1)
    }
}

enum OutcomePartFormat {
    static let version: UInt8 = 1
    static let checksumByteCount = 4
    /// The maximum number of entries in a part. A larger count shows that the part is damaged.
    static let entryCountMax: UInt64 = 1 << 20

    /// Returns the 32-bit FNV-1a checksum, which always changes if one byte changes.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }
}

/// Encodes unsigned numbers in groups of seven bits, the lowest group first (LEB128).
enum LEB128 {
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Decodes the bytes of a part, and is safe for any bytes.
struct OutcomePartReader {
    private let bytes: [UInt8]
    private var offset = 0
    /// The offset of the checksum.
    private var end: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count - OutcomePartFormat.checksumByteCount
    }

    mutating func read() throws(OutcomePartError) -> [OutcomePart.Entry] {
        guard end > 0 else { throw error(.truncated) }
        let stored = bytes[end...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard OutcomePartFormat.checksum(bytes[..<end]) == stored else { throw error(.checksum) }
        let version = try byte()
        guard version == OutcomePartFormat.version else { throw error(.version(version)) }
        let codes = try readCodes()
        let count = try number()
        guard count <= OutcomePartFormat.entryCountMax else { throw error(.number) }
        var entries: [OutcomePart.Entry] = []
        entries.reserveCapacity(min(Int(count), end))
        var previous: Int64 = 0
        for index in 0..<count {
            let difference = Int64(bitPattern: try number())
            let (installation, overflow) = previous.addingReportingOverflow(difference)
            guard !overflow, index == 0 || installation > previous else { throw error(.order) }
            let position = Int(try byte())
            guard codes.indices.contains(position) else { throw error(.code) }
            entries.append(.init(installation: installation, code: codes[position]))
            previous = installation
        }
        guard offset == end else { throw error(.surplus) }
        return entries
    }

    private mutating func readCodes() throws(OutcomePartError) -> [OutcomeCode] {
        let count = try number()
        guard count <= UInt64(UInt8.max) else { throw error(.number) }
        var codes: [OutcomeCode] = []
        for _ in 0..<count {
            guard let kind = OutcomeCode.Kind(rawValue: try byte()) else { throw error(.code) }
            let variant = try byte()
            let length = try number()
            guard length <= UInt64(OutcomeCode.reasonByteCountMax + 3), Int(length) <= end - offset
            else { throw error(.number) }
            let text = bytes[offset..<offset + Int(length)]
            offset += Int(length)
            codes.append(
                OutcomeCode(kind, variant: variant, reason: String(decoding: text, as: UTF8.self)))
        }
        return codes
    }

    private mutating func byte() throws(OutcomePartError) -> UInt8 {
        guard offset < end else { throw error(.truncated) }
        defer { offset += 1 }
        return bytes[offset]
    }

    private mutating func number() throws(OutcomePartError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || shift == 63 && bits <= 1 else { throw error(.number) }
            number |= bits << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
    }

    private func error(_ problem: OutcomePartError.Problem) -> OutcomePartError {
        OutcomePartError(offset: offset, problem: problem)
    }
}
