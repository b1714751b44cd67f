// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads and writes the integers of header blocks (RFC 7541 section 5.1).
enum HeaderInteger {
    /// The largest number that is read. Numbers in valid blocks are smaller.
    static let valueMax = 0x7FFF_FFFF
    /// The maximum number of bytes after the first byte. More bytes would encode a number beyond
    /// ``valueMax`` or redundant zeros.
    static let continuationMax = 5

    /// Appends a number. The bits of its first byte that are above the prefix are taken from
    /// `pattern`.
    static func append(
        _ value: Int, prefixBits: Int, pattern: UInt8, to bytes: inout [UInt8]
    ) {
        let prefixMax = (1 << prefixBits) - 1
        guard value >= prefixMax else {
            bytes.append(pattern | UInt8(truncatingIfNeeded: value))
            return
        }
        bytes.append(pattern | UInt8(truncatingIfNeeded: prefixMax))
        var rest = value - prefixMax
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads the number whose first byte is at `offset`, and advances `offset` past the number.
    @inline(__always)
    static func read(
        _ block: borrowing Span<UInt8>, at offset: inout Int, prefixBits: Int
    ) throws(HTTP2ConnectionError) -> Int {
        guard offset < block.count else { throw cutShort }
        let prefixMax = (1 << prefixBits) - 1
        let prefix = Int(block[offset]) & prefixMax
        offset += 1
        if prefix < prefixMax { return prefix }
        return prefixMax + (try readContinuation(block, at: &offset))
    }

    @inline(never)
    private static func readContinuation(
        _ block: borrowing Span<UInt8>, at offset: inout Int
    ) throws(HTTP2ConnectionError) -> Int {
        var value: UInt64 = 0
        for position in 0..<continuationMax {
            guard offset < block.count else { throw cutShort }
            let byte = block[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << UInt64(7 * position)
            guard byte & 0x80 != 0 else {
                // The limit leaves room for adding the value of the prefix.
                guard value <= UInt64(valueMax - 0xFF) else { break }
                return Int(value)
            }
        }
        throw HTTP2ConnectionError(.compressionError, "a number in a header block is too large")
    }

    static var cutShort: HTTP2ConnectionError {
        HTTP2ConnectionError(.compressionError, "a header block is truncated")
    }
}
