// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The share of new traces that are recorded. The choice depends on the trace's identifier alone.
package struct TraceShare: Hashable, Sendable {
    /// The share that is recorded by default: one trace in a hundred.
    package static let standard = 0.01

    /// A trace is recorded if the number in its random bits is less than this number.
    private let bound: UInt64

    /// - Parameter share: 0 for no new trace, 1 for all. Returns `nil` for other numbers.
    package init?(_ share: Double) {
        guard (0...1).contains(share) else { return nil }
        bound = UInt64(saturating: share * Double(1 << 56 as UInt64), rounded: .up)
    }

    package func includes(_ traceID: TraceID) -> Bool { traceID.randomBits < bound }
}
