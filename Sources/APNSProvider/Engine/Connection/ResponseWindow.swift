// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The connection's flow-control window for responses.
struct ResponseWindow: Sendable {
    /// The size of the window in bytes. It is large, because a thousand responses may arrive at the
    /// same time.
    static let size = 8 * 1024 * 1024

    private var room = Self.size
    /// The number of received bytes for which no WINDOW_UPDATE was sent yet.
    private var usedByteCount = 0

    /// Counts the bytes of a DATA frame, and restores the window when half of it is used.
    mutating func receive(
        _ count: Int, output: inout OutgoingBytes
    ) throws(HTTP2ConnectionError) {
        room -= count
        guard room >= 0 else {
            throw HTTP2ConnectionError(.flowControlError, "DATA beyond the connection's window")
        }
        usedByteCount += count
        guard usedByteCount >= Self.size / 2 else { return }
        ControlFrames.appendWindowUpdate(0, by: usedByteCount, to: &output.bytes)
        room += usedByteCount
        usedByteCount = 0
    }
}
