// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of the server side of a connection; each states what happens when it is exceeded.
package struct ServerLimits: Hashable, Sendable {
    /// The maximum size of a request's headers in bytes, see ``HeaderList/listSize``; the response
    /// to larger headers is 431.
    package var headerListSizeMax = 8_000
    /// The maximum size of a header section that is decoded, in bytes. It exceeds
    /// ``headerListSizeMax``, so that a 431 response is possible. Beyond it, the connection ends
    /// with ENHANCE_YOUR_CALM.
    package var headerListSizeRead = 65_536
    /// The maximum number of bytes of one encoded header block, in all its frames. Beyond it, the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var headerBlockByteCountMax = 65_536
    /// The maximum number of CONTINUATION frames of one header block. Beyond it, the connection
    /// ends with ENHANCE_YOUR_CALM.
    package var continuationCountMax = 16
    /// The maximum number of bytes of a body that are read; the rest of a longer body is refused
    /// unread. The value must be within ``bodyBounds``.
    package var bodyByteCountRead = 65_535
    /// The maximum number of open streams, which applies even before the client has acknowledged an
    /// announced number. Further streams are reset with REFUSED_STREAM.
    package var streamCountMax = 1_000
    /// The maximum number of streams in ten seconds that the client resets, or that the server
    /// resets or answers with 431 because of the client's errors. Beyond it, the connection ends
    /// with ENHANCE_YOUR_CALM.
    package var streamResetCountMax = 100
    /// The maximum number of frames in ten seconds that only cause work: PING, SETTINGS, PRIORITY,
    /// unknown frames, and empty DATA frames. Beyond it, the connection ends with
    /// ENHANCE_YOUR_CALM.
    package var idleFrameCountMax = 1_000
    /// The maximum number of response bytes that wait for room in the client's flow-control
    /// windows. Beyond it, the connection ends with ENHANCE_YOUR_CALM.
    package var heldByteCountMax = 1 << 20
    /// The maximum number of frames in ten seconds that are permitted but useless: WINDOW_UPDATE,
    /// acknowledgements of nothing, frames for closed streams. Frames that follow from responses
    /// and resets of the server do not count. Beyond it, the connection ends with
    /// ENHANCE_YOUR_CALM.
    package var strayFrameCountMax = 1_000
    /// The time in which an incomplete frame or header block must be completed; then the connection
    /// ends with ENHANCE_YOUR_CALM.
    package var partTime: Duration = .seconds(10)
    /// The time in which the client's preface and SETTINGS must arrive; then the connection is
    /// closed.
    package var handshakeTime: Duration = .seconds(10)
    /// The time without a request in progress after which GOAWAY is sent, with ``idleDebugData``.
    package var idleTime: Duration = .seconds(3600)
    package var idleDebugData: [UInt8] = []
    /// The maximum time from the headers of a request until its response is sent; then the stream
    /// is reset.
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
