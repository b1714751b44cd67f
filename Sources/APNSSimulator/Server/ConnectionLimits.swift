// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService

/// How much one server and each of its connections take; what happens at each limit stands beside
/// it.
public struct ConnectionLimits: Sendable {
    /// Open connections, environments and doors together; one more is closed at once, with a
    /// warning in the log once a minute at most.
    public var connectionCountMax = 1_000
    /// Open connections from one address; the same happens. Fewer than ``connectionCountMax``, so
    /// that one machine cannot keep out the others.
    public var connectionCountPerAddressMax = 900
    /// Time for TLS and the HTTP/2 preface; then the connection is closed.
    public var handshakeTime: Duration = .seconds(10)
    /// Time without a request in progress; then GOAWAY with `IdleTimeout`. Unknown for APNs; an
    /// hour is what clients are told to expect.
    public var idleTime: Duration = .seconds(3600)
    /// The same for a connection without a client certificate on which no valid provider token came
    /// yet. Chosen.
    public var idleTimeBeforeToken: Duration = .seconds(300)
    /// Time for the rest of a frame or header block of which a part has come; then the connection
    /// ends with ENHANCE_YOUR_CALM.
    public var partTime: Duration = .seconds(10)
    /// Time from the head of a request until its answer has left; then the stream is reset.
    public var requestTime: Duration = .seconds(30)
    /// Time for a client to read a response to a request whose body does not fit into the window
    /// (65,535 bytes); then the stream is reset with NO_ERROR.
    public var drainTime: Duration = .seconds(1)
    /// Time that running requests get when the server stops; then connections are closed.
    public var shutdownTime: Duration = .seconds(5)
    /// Bytes of all headers of a request: names, values and 32 for each (RFC 9113 section 6.5.2).
    /// Measured: 8000.
    public var headerListByteCountMax = 8_000
    /// Bytes of a body that are read; the rest of a longer one is refused unread. At most 65,535.
    public var bodyByteCountRead = ServiceRequest.bodyByteCountRead
    /// Streams that a client may reset, or have reset by its mistakes, within ten seconds; then the
    /// connection ends with ENHANCE_YOUR_CALM. Against floods of streams that are opened and reset
    /// at once.
    public var streamResetCountMax = 100
    /// Frames that only make work (PING, SETTINGS, PRIORITY, unknown ones, DATA without data) that
    /// a client may send within ten seconds; the same happens.
    public var idleFrameCountMax = 1_000
    /// Frames that ask for nothing (WINDOW_UPDATE, acknowledgements, frames of closed streams)
    /// beyond those that responses explain, within ten seconds; the same happens.
    public var strayFrameCountMax = 1_000

    public init() {}
}
