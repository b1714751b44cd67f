// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService

/// The limits of one server and of each of its connections. Each description states the consequence
/// of exceeding the limit.
public struct ConnectionLimits: Sendable {
    /// The maximum number of open connections of all listeners together. Any further connection is
    /// closed immediately; the log warns about this at most once a minute.
    public var connectionCountMax = 1_000
    /// The maximum number of open connections from one address. Any further connection is closed
    /// immediately. The limit is lower than ``connectionCountMax``, so that one machine cannot
    /// block the others.
    public var connectionCountPerAddressMax = 900
    /// The maximum time for the TLS handshake and the HTTP/2 preface. After this time, the
    /// connection is closed.
    public var handshakeTime: Duration = .seconds(10)
    /// The maximum time without a request in progress. After this time, the connection ends with
    /// GOAWAY and `IdleTimeout`. The value that APNs uses is unknown; clients are advised to expect
    /// an hour.
    public var idleTime: Duration = .seconds(3600)
    /// The maximum idle time of an unauthenticated connection, which is a connection without a
    /// client certificate that has not received a valid provider token. Bellhop chose this value.
    public var idleTimeBeforeToken: Duration = .seconds(300)
    /// The maximum time between the start and the end of a frame or header block. After this time,
    /// the connection ends with ENHANCE_YOUR_CALM.
    public var partTime: Duration = .seconds(10)
    /// The maximum time from the headers of a request until its response is sent. After this time,
    /// the stream is reset.
    public var requestTime: Duration = .seconds(30)
    /// The maximum time for a client to read the response to a request whose body does not fit into
    /// the flow-control window (65,535 bytes). After this time, the stream is reset with NO_ERROR.
    public var drainTime: Duration = .seconds(1)
    /// The maximum time for pending requests when the server stops. After this time, the
    /// connections are closed.
    public var shutdownTime: Duration = .seconds(5)
    /// The maximum size of a request's headers in bytes: their names and values, and 32 bytes for
    /// each header (RFC 9113 section 6.5.2). Measurements of APNs show the value 8000.
    public var headerListByteCountMax = 8_000
    /// The largest number of bytes of a body that are read, up to 65,535. A request with a longer
    /// body is rejected, and the rest of its body is not read.
    public var bodyByteCountRead = ServiceRequest.bodyByteCountRead
    /// The number of streams that a client may reset in ten seconds, including streams that the
    /// server resets because of the client's errors. Beyond the limit, the connection ends with
    /// ENHANCE_YOUR_CALM. This protects against clients that open and immediately reset many
    /// streams.
    public var streamResetCountMax = 100
    /// The number of frames that a client may send in ten seconds without making progress on a
    /// request: PING, SETTINGS, PRIORITY, frames of unknown types and empty DATA. Beyond the limit,
    /// the connection ends with ENHANCE_YOUR_CALM.
    public var idleFrameCountMax = 1_000
    /// The number of unnecessary frames that a client may send in ten seconds: WINDOW_UPDATE,
    /// acknowledgements and frames of closed streams. Frames that result from the server's own
    /// frames do not count. Beyond the limit, the connection ends with ENHANCE_YOUR_CALM.
    public var strayFrameCountMax = 1_000

    public init() {}
}
