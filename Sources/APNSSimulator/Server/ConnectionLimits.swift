// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService

/// The limits of one server and of each of its connections; each states what happens when it is
/// exceeded.
public struct ConnectionLimits: Sendable {
    /// The open connections of all listeners together; a further one is closed immediately, with a
    /// warning in the log at most once a minute.
    public var connectionCountMax = 1_000
    /// The open connections from one address; a further one is closed in the same way. Fewer than
    /// ``connectionCountMax``, so that one machine cannot block the others.
    public var connectionCountPerAddressMax = 900
    /// The time for TLS and the HTTP/2 preface; then the connection is closed.
    public var handshakeTime: Duration = .seconds(10)
    /// The time without a request in progress; then GOAWAY with `IdleTimeout`. Unknown for APNs;
    /// clients are advised to expect an hour.
    public var idleTime: Duration = .seconds(3600)
    /// The same time for a connection without a client certificate on which no valid provider token
    /// has been received. Chosen.
    public var idleTimeBeforeToken: Duration = .seconds(300)
    /// The time for the rest of an incomplete frame or header block; then the connection ends with
    /// ENHANCE_YOUR_CALM.
    public var partTime: Duration = .seconds(10)
    /// The time from the headers of a request until its response is sent; then the stream is reset.
    public var requestTime: Duration = .seconds(30)
    /// The time for a client to read a response to a request whose body does not fit into the
    /// window (65,535 bytes); then the stream is reset with NO_ERROR.
    public var drainTime: Duration = .seconds(1)
    /// The time for pending requests when the server stops; then connections are closed.
    public var shutdownTime: Duration = .seconds(5)
    /// The size of all headers of a request in bytes: names, values and 32 for each (RFC 9113
    /// section 6.5.2). Measured: 8000.
    public var headerListByteCountMax = 8_000
    /// The bytes of a body that are read; the rest of a longer body is refused unread. At most
    /// 65,535.
    public var bodyByteCountRead = ServiceRequest.bodyByteCountRead
    /// The streams within ten seconds that a client may reset, or cause to be reset by its errors;
    /// beyond it the connection ends with ENHANCE_YOUR_CALM. A protection against floods of streams
    /// that are opened and immediately reset.
    public var streamResetCountMax = 100
    /// The frames within ten seconds that only cause work (PING, SETTINGS, PRIORITY, unknown ones,
    /// DATA without data); beyond it the connection ends in the same way.
    public var idleFrameCountMax = 1_000
    /// The frames within ten seconds that are useless (WINDOW_UPDATE, acknowledgements, frames of
    /// closed streams), without those that responses explain; beyond it the connection ends in the
    /// same way.
    public var strayFrameCountMax = 1_000

    public init() {}
}
