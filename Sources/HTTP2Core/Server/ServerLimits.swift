// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a server's end of a connection takes; what happens at each limit stands beside it.
package struct ServerLimits: Hashable, Sendable {
    /// Bytes of a request's headers, see ``HeaderList/listSize``; a longer section is answered 431.
    package var headerListSizeMax = 8_000
    /// Bytes of a header section that are still read, so that it can be answered; beyond it the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var headerListSizeRead = 65_536
    /// Bytes of one header block as it comes, over all its frames; the same happens.
    package var headerBlockByteCountMax = 65_536
    /// CONTINUATION frames of one block; the same happens.
    package var continuationCountMax = 16
    /// Bytes of a body that are read; the rest of a longer one is refused unread. At most
    /// ``bodyBounds``.
    package var bodyByteCountRead = 65_535
    /// Streams at once, also before the client has acknowledged a number of its own; one more is
    /// reset with REFUSED_STREAM.
    package var streamCountMax = 1_000
    /// Streams that a client may reset, or make this end reset or answer with 431, within ten
    /// seconds; beyond it the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var streamResetCountMax = 100
    /// Frames within ten seconds that only make work: PING, SETTINGS, PRIORITY, unknown ones, DATA
    /// without data. The same happens.
    package var idleFrameCountMax = 1_000
    /// Bytes of answers that wait for room in the client's windows; the same happens.
    package var heldByteCountMax = 1 << 20
    /// Frames within ten seconds that may be in order but ask for nothing, beyond those that
    /// responses and resets of this end explain: WINDOW_UPDATE, acknowledgements of nothing, frames
    /// of streams that are closed. The same happens.
    package var strayFrameCountMax = 1_000
    /// Time for the rest of a frame or of a header block of which a part has come; then the
    /// connection ends with ENHANCE_YOUR_CALM.
    package var partTime: Duration = .seconds(10)
    /// Time until the client's preface; then the connection is closed.
    package var handshakeTime: Duration = .seconds(10)
    /// Time without a request in progress; then GOAWAY with ``idleWords``.
    package var idleTime: Duration = .seconds(3600)
    package var idleWords: [UInt8] = []
    /// Time from the head of a request until its answer is out; then the stream is reset.
    package var requestTime: Duration = .seconds(30)
    /// Time for a client to read a response to a request that can never end, because its rest does
    /// not fit into the stream's window; then the stream is reset with NO_ERROR. curl 7.88 takes a
    /// reset that comes together with the response for a failure.
    package var drainTime: Duration = .seconds(1)

    /// The size of a stream's window; it is never raised.
    package static let bodyBounds = 0...65_535
    /// The window of floods.
    static let floodWindow = Duration.seconds(10)

    package init() {}
}

/// Counts what comes within ten seconds.
struct FloodCount: Hashable, Sendable {
    private var since: Duration?
    private var count = 0

    /// Counts one more, and answers whether it is one too many.
    mutating func exceeds(_ max: Int, at now: Duration) -> Bool {
        if let since, now - since < ServerLimits.floodWindow {
            count += 1
        } else {
            since = now
            count = 1
        }
        return count > max
    }
}
