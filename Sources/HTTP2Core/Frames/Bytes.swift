// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// Reads four bytes as a big-endian number.
    package func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
            | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
    }

    /// Reads two bytes as a big-endian number.
    package func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}

extension [UInt8] {
    /// Appends a number as four bytes, most significant byte first.
    package mutating func append(bigEndian number: UInt32) {
        append(UInt8(truncatingIfNeeded: number >> 24))
        append(UInt8(truncatingIfNeeded: number >> 16))
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }

    /// Appends the bytes of a span.
    package mutating func append(_ bytes: borrowing Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

/// Bytes that are read through their span. On Apple platforms, `Array` has a `span` only since
/// macOS 26, because an array may be bridged from Objective-C.
package typealias SpanBytes = ContiguousArray<UInt8>

extension SpanBytes {
    /// Appends the bytes of a span.
    package mutating func append(_ bytes: borrowing Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
