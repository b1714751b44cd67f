// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// Four bytes as a number, the first byte the highest.
    package func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
            | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
    }

    /// Two bytes as a number.
    package func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}

extension [UInt8] {
    /// Appends four bytes, the highest first.
    package mutating func append(bigEndian number: UInt32) {
        append(UInt8(truncatingIfNeeded: number >> 24))
        append(UInt8(truncatingIfNeeded: number >> 16))
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }

    /// Appends bytes that stand somewhere else.
    package mutating func append(_ bytes: borrowing Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

/// Bytes that are read through their span: the span of an `Array` is there from macOS 26 on only,
/// because an array there may be one of Objective-C's.
package typealias SpanBytes = ContiguousArray<UInt8>

extension SpanBytes {
    /// Appends bytes that stand somewhere else.
    package mutating func append(_ bytes: borrowing Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
