// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The identifier of a trace: 16 random bytes that are not all zero.
package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Returns `nil` if all bytes are zero, which no trace has.
    package init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Reads 32 lowercase hex digits. Returns `nil` for anything else, and if all digits are zero.
    package init?(hex: some StringProtocol) {
        guard hex.utf8.count == 32, let high = UInt64(lowercaseHex: hex.prefix(16)),
            let low = UInt64(lowercaseHex: hex.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        // The generator returns zero about once in 2^64 calls; an identifier must not be zero.
        low = max(1, generator.next())
    }

    /// The lowest 56 bits, which are random in the identifiers of all tracers (W3C Trace Context
    /// Level 2), so that tracers with the same share choose the same traces.
    var randomBits: UInt64 { low & (1 << 56 - 1) }

    /// 32 lowercase hex digits.
    package var description: String { high.lowercaseHex + low.lowercaseHex }
}

extension UInt64 {
    /// 16 lowercase hex digits.
    var lowercaseHex: String { withUnsafeBytes(of: bigEndian) { Hex.encode($0) } }

    /// Reads 16 lowercase hex digits. Returns `nil` for anything else.
    init?(lowercaseHex text: some StringProtocol) {
        let isLowercase = text.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0) }
        guard isLowercase, text.utf8.count == 16, let bytes = Hex.decode(text) else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
