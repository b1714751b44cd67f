// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The two flow-control windows of a connection.
struct ConnectionWindows: Sendable {
    /// The initial size of both windows in bytes. This is the default of RFC 9113. It is small
    /// enough that clients use up the window.
    private static let size = 65_535

    /// The number of bytes that the server may send.
    private(set) var sendRoom = Self.size
    /// The number of bytes that the client may send.
    private var receiveRoom = Self.size

    mutating func countSent(_ count: Int) { sendRoom -= count }

    /// Adds the increment of a WINDOW_UPDATE.
    mutating func openSending(by increment: Int) throws(HTTP2ConnectionError) {
        guard increment > 0 else {
            throw HTTP2ConnectionError(.protocolError, "WINDOW_UPDATE with an increment of 0")
        }
        sendRoom += increment
        guard sendRoom <= HTTP2Settings.windowMax else {
            throw HTTP2ConnectionError(.flowControlError, "a window that is too large")
        }
    }

    /// Counts the bytes of a DATA frame.
    mutating func countReceived(_ count: Int) throws(HTTP2ConnectionError) {
        guard count <= receiveRoom else {
            throw HTTP2ConnectionError(.flowControlError, "DATA beyond the connection's window")
        }
        receiveRoom -= count
    }

    /// Whether half of the client's window is used.
    var isHalfUsed: Bool { (Self.size - receiveRoom) * 2 >= Self.size }

    /// Restores the client's window when half of it is used.
    mutating func replenish(_ output: inout [UInt8]) {
        guard isHalfUsed else { return }
        let used = Self.size - receiveRoom
        ControlFrames.appendWindowUpdate(0, by: used, to: &output)
        receiveRoom = Self.size
    }
}
