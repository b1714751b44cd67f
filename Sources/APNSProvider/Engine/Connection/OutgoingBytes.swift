// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The bytes that a connection writes, and the number of bytes that were already passed to the
/// socket.
struct OutgoingBytes: Sendable {
    /// The bytes that were not passed to the socket yet. Callers append frames directly, but append
    /// bodies with the functions below, which count the bytes of bodies.
    var bytes: [UInt8]
    /// The number of bytes in ``bytes`` that belong to request bodies.
    private var bodyByteCount = 0
    /// The total number of bytes that were passed to the socket.
    private var handedOverCount: UInt64 = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes in ``bytes`` that do not belong to request bodies.
    var controlByteCount: Int { bytes.count - bodyByteCount }

    /// The offset of the next byte in the whole output of the connection.
    var endOffset: UInt64 { handedOverCount + UInt64(bytes.count) }

    /// Returns whether everything before an offset was passed to the socket.
    func isHandedOver(upTo offset: UInt64) -> Bool { offset <= handedOverCount }

    mutating func append(body: [UInt8]) {
        bytes += body
        bodyByteCount += body.count
    }

    mutating func append(body: ArraySlice<UInt8>) {
        bytes += body
        bodyByteCount += body.count
    }

    /// Moves the bytes to write to the socket into an empty array, whose storage is then reused.
    mutating func take(_ empty: inout [UInt8]) {
        swap(&bytes, &empty)
        handedOverCount += UInt64(empty.count)
        bodyByteCount = 0
    }

    /// Discards the bytes that were not passed to the socket.
    mutating func removeAll() {
        bytes.removeAll()
        bodyByteCount = 0
    }
}
