// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService

/// The limits of one server and of each of its connections; each description states what happens
/// beyond the limit.
public struct ConnectionLimits: Sendable {
    /// The maximum number of open connections of all listeners together. A further connection is
    /// closed immediately; the log warns about this at most once a minute.
    public var connectionCountMax = 1_000
    /// The maximum number of open connections from one address; a further connection is closed in
    /// the same way. Lower than ``connectionCountMax``, so that one machine cannot block the
    /// others.
    public var connectionCountPerAddressMax = 900
    /// The maximum time for the TLS handshake and the HTTP/2 preface; then the connection is
    /// closed.
    public var handshakeTime: Duration = .seconds(10)
    /// The maximum time without a request in progress; then the connection ends with GOAWAY and
    /// `IdleTimeout`. Unknown for APNs; clients are advised to expect an hour.
    public var idleTime: Duration = .seconds(3600)
    /// The maximum idle time of an unauthenticated connection: one without a client certificate
    /// that has not received a valid provider token. Chosen.
    public var idleTimeBeforeToken: Duration = .seconds(300)
    /// The maximum time between the start and the end of a frame or header block; then the
    /// connection ends with ENHANCE_YOUR_CALM.
    public var partTime: Duration = .seconds(10)
    /// The maximum time from the headers of a request until its response is sent; then the stream
    /// is reset.
    public var requestTime: Duration = .seconds(30)
    /// The time that a client has to read the response to a request whose body does not fit into
    /// the flow-control window (65,535 bytes); then the stream is reset with NO_ERROR.
    public var drainTime: Duration = .seconds(1)
    /// The maximum time for pending requests when the server stops; then connections are closed.
    public var shutdownTime: Duration = .seconds(5)
    /// The maximum size of a request's headers in bytes: their names and values, and 32 bytes for
    /// each header (RFC 9113 section 6.5.2). Measured: 8000.
    public var headerListByteCountMax = 8_000
    /// The largest number of bytes of a body that are read, up to 65,535. A request with a longer
    /// body is rejected, and the rest of its body is not read.
    public var bodyByteCountRead = ServiceRequest.bodyByteCountRead
    /// The number of streams that a client may reset in ten seconds, including streams that the
    /// server resets because of the client's errors; beyond it the connection ends with
    /// ENHANCE_YOUR_CALM. This protects against clients that open and immediately reset many
    /// streams.
    public var streamResetCountMax = 100
    /// The number of frames that a client may send in ten seconds without making progress on a
    /// request (PING, SETTINGS, PRIORITY, unknown frame types, empty DATA); beyond it the
    /// connection ends in the same way.
    public var idleFrameCountMax = 1_000
    /// The number of unnecessary frames that a client may send in ten seconds (WINDOW_UPDATE,
    /// acknowledgements, frames of closed streams), not counting those that follow from the
    /// server's own frames; beyond it the connection ends in the same way.
    public var strayFrameCountMax = 1_000

    public init() {}
}
