// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads numbers and codes at offsets of a file; each method returns `nil` for an offset beyond the
/// end of the file.
struct ByteReader {
    private let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }

    var count: Int { bytes.count }

    private func slice(_ offset: Int, _ length: Int) -> Data? {
        guard offset >= 0, length <= count, offset <= count - length else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<(start + length)]
    }

    /// Returns a code that consists of a fixed number of ASCII characters, such as `RIFF`.
    func text(_ offset: Int, _ length: Int) -> String? {
        slice(offset, length).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns an unsigned number of up to 8 bytes.
    func integer(_ offset: Int, _ length: Int, isBig: Bool) -> UInt64? {
        guard let slice = slice(offset, length) else { return nil }
        var value: UInt64 = 0
        for byte in isBig ? Array(slice) : slice.reversed() { value = value << 8 | UInt64(byte) }
        return value
    }

    /// Returns a number in the 80-bit floating-point type of IEEE 754, which AIFF uses.
    func extended(_ offset: Int) -> Double? {
        guard let head = integer(offset, 2, isBig: true),
            let mantissa = integer(offset + 2, 8, isBig: true)
        else { return nil }
        let exponent = Int(head & 0x7FFF) - 16_383 - 63
        guard exponent < 1024 else { return nil }
        let value = Double(sign: .plus, exponent: exponent, significand: Double(mantissa))
        return head & 0x8000 == 0 ? value : -value
    }
}
