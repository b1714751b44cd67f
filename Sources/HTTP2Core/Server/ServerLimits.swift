// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of the server side of a connection. The description of each limit states the
/// consequence of exceeding it.
package struct ServerLimits: Hashable, Sendable {
    /// The maximum size of a request's headers in bytes; see ``HeaderList/listSize``. The response
    /// to larger headers is 431.
    package var headerListSizeMax = 8_000
    /// The maximum size of a header section that is decoded, in bytes. This limit exceeds
    /// ``headerListSizeMax``, so that a 431 response is possible. If a section is larger, the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var headerListSizeRead = 65_536
    /// The maximum number of bytes of one encoded header block, in all its frames. If a block is
    /// larger, the connection ends with ENHANCE_YOUR_CALM.
    package var headerBlockByteCountMax = 65_536
    /// The maximum number of CONTINUATION frames of one header block. If a block has more, the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var continuationCountMax = 16
    /// The maximum number of bytes of a body that are read; the rest of a longer body is ignored.
    /// The value must be within ``bodyBounds``.
    package var bodyByteCountRead = 65_535
    /// The maximum number of open streams, which applies even before the client has acknowledged an
    /// announced number. Further streams are reset with REFUSED_STREAM.
    package var streamCountMax = 1_000
    /// The maximum number of failed streams in ten seconds: streams that the client resets, and
    /// streams that the server resets or responds to with 431 because of the client's errors. If
    /// there are more, the connection ends with ENHANCE_YOUR_CALM.
    package var streamResetCountMax = 100
    /// The maximum number of frames in ten seconds that make no progress on a request: PING,
    /// SETTINGS, PRIORITY, frames of unknown types, and empty DATA frames. If there are more, the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var idleFrameCountMax = 1_000
    /// The maximum number of response bytes that wait for room in the client's flow-control
    /// windows. If there are more, the connection ends with ENHANCE_YOUR_CALM.
    package var heldByteCountMax = 1 << 20
    /// The maximum number of frames in ten seconds that are permitted but useless: WINDOW_UPDATE,
    /// unexpected acknowledgements, and frames for closed streams. Frames that result from
    /// responses and resets of the server do not count. If there are more, the connection ends with
    /// ENHANCE_YOUR_CALM.
    package var strayFrameCountMax = 1_000
    /// The announced SETTINGS_INITIAL_WINDOW_SIZE in bytes, at most the upper bound of
    /// ``bodyBounds``. If the value is below that bound, the window of a stream is enlarged after
    /// each DATA frame, until the initial window and all increments add up to the bound.
    package var streamWindow = 65_535
    /// Whether only ``ServerConnection/updateWindows()`` sends WINDOW_UPDATE frames.
    package var withholdsWindowUpdates = false
    /// The maximum time between the start and the end of a frame or header block. After this time,
    /// the connection ends with ENHANCE_YOUR_CALM.
    package var partTime: Duration = .seconds(10)
    /// The maximum time until the client's preface and SETTINGS arrive. After this time, the
    /// connection is closed.
    package var handshakeTime: Duration = .seconds(10)
    /// The time without a request in progress after which the server sends GOAWAY with
    /// ``idleDebugData``.
    package var idleTime: Duration = .seconds(3600)
    package var idleDebugData: [UInt8] = []
    /// The maximum time from the headers of a request until its response is sent. After this time,
    /// the stream is reset.
    package var requestTime: Duration = .seconds(30)
    /// The maximum time for a client to read the response to a request that cannot be completed,
    /// because the rest of the request does not fit into the stream's window. After this time, the
    /// stream is reset with NO_ERROR. The reset is delayed because curl 7.88 treats a reset that
    /// arrives together with the response as a failure.
    package var drainTime: Duration = .seconds(1)

    /// The possible values of ``bodyByteCountRead``. The upper bound is the total number of
    /// bytes that a client may send on one stream.
    package static let bodyBounds = 0...65_535
    /// The period over which frames and resets are counted.
    static let floodWindow = Duration.seconds(10)

    package init() {}
}
