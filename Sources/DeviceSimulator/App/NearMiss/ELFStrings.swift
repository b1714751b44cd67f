// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The names of symbols in a 64-bit little-endian ELF file ("Tool Interface Standard, ELF
/// Specification", and its extension to 64 bits).
package enum ELFStrings {
    /// The maximum number of names to return.
    static let countMax = 10_000
    private static let headerByteCount = 64
    private static let sectionByteCount = 64
    /// The type of a section with strings: `SHT_STRTAB`.
    private static let stringTable = 3

    /// Returns all strings with a prefix from the file's string tables; empty if the file is not a
    /// 64-bit little-endian ELF file.
    package static func symbols(withPrefix prefix: String, in file: Data) -> [String] {
        file.withUnsafeBytes { bytes in
            sections(bytes).flatMap { find(Array(prefix.utf8), in: bytes[$0]) }
        }
    }

    /// Returns the ranges of the string tables.
    private static func sections(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        guard bytes.count >= headerByteCount,
            bytes.starts(with: [
                0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1,
            ]),
            let start = number(bytes, 0x28, 8), let size = number(bytes, 0x3A, 2),
            let count = number(bytes, 0x3C, 2), size == sectionByteCount
        else { return [] }
        return (0..<count).compactMap { index in
            let (header, isTooFar) = start.addingReportingOverflow(index * size)
            guard !isTooFar, number(bytes, header, 4, 4) == stringTable,
                let offset = number(bytes, header, 0x18, 8),
                let length = number(bytes, header, 0x20, 8),
                offset <= bytes.count, length <= bytes.count - offset
            else { return nil }
            return offset..<offset + length
        }
    }

    private static func number(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ byteCount: Int
    ) -> Int? { number(bytes, 0, offset, byteCount) }

    /// Returns a number at an offset from a base; `nil` if the number is beyond the end of the
    /// file, or if the position overflows.
    private static func number(
        _ bytes: UnsafeRawBufferPointer, _ base: Int, _ offset: Int, _ byteCount: Int
    ) -> Int? {
        guard base >= 0, base <= bytes.count - offset - byteCount else { return nil }
        let value = (0..<byteCount).reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64(bytes[base + offset + $1])
        }
        return Int(exactly: value)
    }

    /// The type of `memmem`, which searches for a sequence of bytes in a buffer. Swift imports no
    /// declaration of this function on Linux.
    private typealias Search =
        @convention(c) (
            UnsafeRawPointer?, Int, UnsafeRawPointer?, Int
        ) -> UnsafeMutableRawPointer?

    /// Returns the strings of a table with a prefix. Each string ends with a zero byte.
    private static func find(
        _ prefix: [UInt8], in table: Slice<UnsafeRawBufferPointer>
    ) -> [String] {
        guard let memmem = CFunction.named("memmem", as: Search.self) else { return [] }
        let table = UnsafeRawBufferPointer(rebasing: table)
        // The pattern begins with the zero byte that ends the previous string, so it matches only
        // at the start of a string.
        let pattern = [0] + prefix
        var found: [String] = []
        var rest = table
        while found.count < countMax, let base = rest.baseAddress,
            let match = memmem(base, rest.count, pattern, pattern.count)
        {
            let start = UnsafeRawPointer(match) - base + 1
            let text = rest[start...].prefix { $0 != 0 }
            found.append(String(decoding: text, as: UTF8.self))
            rest = UnsafeRawBufferPointer(rebasing: rest[text.endIndex...])
        }
        return found
    }
}
