// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of the server side of a connection; each states what happens when it is exceeded.
package struct ServerLimits: Hashable, Sendable {
    /// The size of a request's headers in bytes, see ``HeaderList/listSize``; the response to a
    /// larger section is 431.
    package var headerListSizeMax = 8_000
    /// The size of a header section, in bytes, up to which it is decoded so that a response is
    /// possible; beyond it the connection ends with ENHANCE_YOUR_CALM.
    package var headerListSizeRead = 65_536
    /// The bytes of one encoded header block over all its frames; beyond it the connection ends in
    /// the same way.
    package var headerBlockByteCountMax = 65_536
    /// The CONTINUATION frames of one block; beyond it the connection ends in the same way.
    package var continuationCountMax = 16
    /// The bytes of a body that are read; the rest of a longer body is refused unread. Within
    /// ``bodyBounds``.
    package var bodyByteCountRead = 65_535
    /// The open streams, also before the client has acknowledged an announced number; further ones
    /// are reset with REFUSED_STREAM.
    package var streamCountMax = 1_000
    /// The streams within ten seconds that a client may reset, or cause the server to reset or to
    /// respond with 431; beyond it the connection ends with ENHANCE_YOUR_CALM.
    package var streamResetCountMax = 100
    /// The frames within ten seconds that only cause work: PING, SETTINGS, PRIORITY, unknown ones,
    /// DATA without data. Beyond it the connection ends in the same way.
    package var idleFrameCountMax = 1_000
    /// The bytes of responses that wait for room in the client's windows; beyond it the connection
    /// ends in the same way.
    package var heldByteCountMax = 1 << 20
    /// The frames within ten seconds that are permitted but useless, without those that are
    /// explained by responses and resets of the server: WINDOW_UPDATE, acknowledgements of nothing,
    /// frames of closed streams. Beyond it the connection ends in the same way.
    package var strayFrameCountMax = 1_000
    /// The time for the rest of an incomplete frame or header block; then the connection ends with
    /// ENHANCE_YOUR_CALM.
    package var partTime: Duration = .seconds(10)
    /// The time until the client's preface and SETTINGS; then the connection is closed.
    package var handshakeTime: Duration = .seconds(10)
    /// The time without a request in progress; then GOAWAY with ``idleDebugData``.
    package var idleTime: Duration = .seconds(3600)
    package var idleDebugData: [UInt8] = []
    /// The time from the headers of a request until its response is sent; then the stream is reset.
    package var requestTime: Duration = .seconds(30)
    /// The time for a client to read the response to a request that cannot be completed, because
    /// its rest does not fit into the stream's window; then the stream is reset with NO_ERROR. curl
    /// 7.88 treats a reset that arrives together with the response as a failure.
    package var drainTime: Duration = .seconds(1)

    /// The possible values of ``bodyByteCountRead``. The upper bound is the size of a stream's
    /// window, which is never raised.
    package static let bodyBounds = 0...65_535
    /// The period over which frames and resets are counted.
    static let floodWindow = Duration.seconds(10)

    package init() {}
}
