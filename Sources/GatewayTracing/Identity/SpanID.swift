// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The identifier of a span within its trace: 8 random bytes that are not all zero.
package struct SpanID: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64

    /// Returns `nil` for zero, which no span has.
    package init?(_ value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    /// Reads 16 lowercase hex digits. Returns `nil` for anything else, and for zero.
    package init?(hex: some StringProtocol) {
        guard let value = UInt64(lowercaseHex: hex) else { return nil }
        self.init(value)
    }

    init(using generator: inout some RandomNumberGenerator) { value = max(1, generator.next()) }

    /// 16 lowercase hex digits.
    package var description: String { value.lowercaseHex }
}
