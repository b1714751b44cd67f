// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The value of the header `traceparent`, by which a trace continues in another process (W3C Trace
/// Context).
package enum TraceParent {
    package static let headerName = "traceparent"
    /// The length of a value of version 00. Values of later versions may be longer.
    private static let byteCount = 55
    /// The bit of the flags that is set if the trace is recorded.
    private static let sampledFlag: UInt8 = 1

    /// Reads a value. Returns `nil` if it is not valid; the recipient then begins a new trace.
    package static func parse(_ text: String) -> SpanIdentity? {
        let bytes = Array(text.utf8)
        guard bytes.count >= byteCount, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let fields = String(decoding: bytes.prefix(byteCount), as: UTF8.self)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == [2, 32, 16, 2],
            let version = byte(fields[0]), version != 0xFF,
            let traceID = TraceID(hex: fields[1]), let spanID = SpanID(hex: fields[2]),
            let flags = byte(fields[3])
        else { return nil }
        // Later versions may add fields, and readers ignore these.
        let isWhole =
            bytes.count == byteCount || version > 0 && bytes[byteCount] == UInt8(ascii: "-")
        guard isWhole else { return nil }
        return SpanIdentity(
            traceID: traceID, spanID: spanID, isSampled: flags & sampledFlag != 0)
    }

    /// Writes a value of version 00.
    package static func text(of identity: SpanIdentity) -> String {
        "00-\(identity.traceID)-\(identity.spanID)-\(identity.isSampled ? "01" : "00")"
    }

    /// Reads two lowercase hex digits.
    private static func byte(_ text: Substring) -> UInt8? {
        UInt64(lowercaseHex: String(repeating: "0", count: 14) + text).map {
            UInt8(truncatingIfNeeded: $0)
        }
    }
}
