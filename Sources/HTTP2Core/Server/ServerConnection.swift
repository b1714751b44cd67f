// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The server side of one HTTP/2 connection (RFC 9113) as a value without I/O: its inputs are
/// received bytes, the time and responses; its outputs are requests and bytes to send.
///
/// The owner passes received bytes to ``receive(_:at:)``, gets requests from ``nextRequest()``,
/// responds with ``respond(to:with:)``, sends the contents of ``output`` once per event loop turn,
/// calls ``tick(at:)`` at ``nextDeadline``, and closes the connection when ``isFinished`` is true
/// and everything is sent. Responses are possible in any order and at any time. The states are:
/// before the preface, open, ending (GOAWAY is sent, open streams continue), finished.
///
/// Stream errors reset the stream; connection errors end the connection with GOAWAY, whose debug
/// data describes the error.
package struct ServerConnection: Sendable {
    /// The handling of a stream beyond the announced number.
    package enum ExcessRule: Sendable {
        /// GOAWAY with this debug data. A client that has not acknowledged the number may exceed
        /// it.
        case end(words: [UInt8])
        /// REFUSED_STREAM, as soon as the number was sent.
        case refuse
    }

    package let limits: ServerLimits
    package var excessRule: ExcessRule

    /// The bytes to send; the owner empties it.
    package var output: [UInt8] = []
    /// Whether the connection is finished: nothing more is read, and the owner closes it once
    /// ``output`` is sent.
    package internal(set) var isFinished = false
    /// Whether GOAWAY was sent.
    package var isEnding: Bool { endedAt != nil }
    /// The client's error that ended the connection, if any.
    package internal(set) var error: HTTP2ConnectionError?

    /// The bytes of an incomplete frame.
    private var input: SpanBytes = []
    var now: Duration
    let startedAt: Duration
    private var hasPreface = false
    var hasSettings = false
    /// The time since which no stream is open.
    var idleSince: Duration
    var endedAt: Duration?

    var streams: [StreamID: ServerStream] = [:]
    /// The newest stream that the client opened.
    package internal(set) var lastStreamID: StreamID = 0
    /// The number of streams that the client has opened; shows whether it skipped identifiers.
    var openedCount: StreamID = 0
    /// The last stream identifier of the GOAWAY sent; later streams are ignored.
    var takenStreamIDMax = StreamIDs.max
    /// The newest stream that the server has reset; frames for it and older ones may still arrive.
    var resetStreamIDMax: StreamID = 0
    var ready: [StreamID] = []
    var readyStart = 0

    /// An incomplete header block.
    var block: (streamID: StreamID, flags: FrameFlags, bytes: SpanBytes, frameCount: Int)?
    var decoder: HeaderDecoder
    var encoder = HeaderEncoder()
    var list = HeaderList()
    /// Lists whose memory is reused.
    private var spareLists: [HeaderList] = []
    private static let spareListCountMax = 64

    var peerSettings = HTTP2Settings()
    /// The stream numbers of the SETTINGS that the client has not acknowledged, oldest first.
    var unacknowledged: [Int] = []
    /// The last stream number that the client has acknowledged.
    var acknowledgedStreamCount: Int?
    var announcedStreamCount: Int
    var sendWindow = 65_535
    var receiveWindow = ServerConnection.receiveWindowSize
    /// Streams whose responses wait for room in the windows, oldest first.
    var waiting: [StreamID] = []
    var heldByteCount = 0
    var resets = FloodCount()
    var idleFrames = FloodCount()
    var strayFrames = FloodCount()
    /// The number of stray frames that are still explained by frames the server sent.
    var explainedStrayCount = 0
    /// Since when a frame or a header block is incomplete; `nil` while none is.
    var partSince: Duration?
    /// The earliest deadline of a stream whose client only has to read the response.
    var drainDeadline: Duration?
    /// The time without a request in progress until GOAWAY is sent; initially
    /// ``ServerLimits/idleTime``.
    package var idleTime: Duration

    /// The connection's flow-control window: the default of RFC 9113, so that clients do encounter
    /// its end.
    static let receiveWindowSize = 65_535
    static let frameSizeMax = 16_384
    static let headerTableSize = 4096

    /// Makes a connection with its SETTINGS in ``output``.
    ///
    /// - Parameters:
    ///   - streamCount: the initial MAX_CONCURRENT_STREAMS.
    ///   - now: the time of a clock that does not jump.
    package init(
        limits: ServerLimits = ServerLimits(), streamCount: Int,
        excessRule: ExcessRule = .refuse, at now: Duration
    ) {
        self.limits = limits
        self.excessRule = excessRule
        self.now = now
        startedAt = now
        idleSince = now
        idleTime = limits.idleTime
        announcedStreamCount = streamCount
        unacknowledged = [streamCount]
        decoder = HeaderDecoder(
            tableSizeMax: Self.headerTableSize, listSizeMax: limits.headerListSizeRead)
        HTTP2Settings.append(
            [
                (.headerTableSize, Self.headerTableSize), (.maxConcurrentStreams, streamCount),
                (.initialWindowSize, ServerLimits.bodyBounds.upperBound),
                (.maxFrameSize, Self.frameSizeMax),
                (.maxHeaderListSize, limits.headerListSizeMax),
            ], to: &output)
    }

    /// Whether any stream is between the headers of its request and the end of its response.
    package var hasOpenStreams: Bool { !streams.isEmpty }

    // MARK: Receiving bytes

    /// Processes received bytes, which may be split anywhere.
    package mutating func receive(_ bytes: borrowing Span<UInt8>, at now: Duration) {
        guard !isFinished else { return }
        self.now = now
        let hadBlock = block != nil
        var used = 0
        do throws(HTTP2ConnectionError) {
            if input.isEmpty {
                used = try read(bytes)
                if used < bytes.count { input.append(bytes.extracting(used..<bytes.count)) }
            } else {
                var all: SpanBytes = []
                swap(&all, &input)
                all.append(bytes)
                used = try read(all.span)
                all.removeFirst(used)
                input = all
            }
        } catch { fail(error) }
        notePart(isNew: used > 0 && !(hadBlock && block != nil))
        replenish()
    }

    /// - Parameter isNew: whether the incomplete frame or block began with these bytes.
    private mutating func notePart(isNew: Bool) {
        if input.isEmpty, block == nil {
            partSince = nil
        } else if isNew || partSince == nil {
            partSince = now
        }
    }

    /// Processes the complete frames and returns their number of bytes.
    private mutating func read(
        _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Int {
        var offset = 0
        if !hasPreface {
            let preface = ControlFrames.clientPreface
            for index in 0..<min(preface.count, bytes.count) where bytes[index] != preface[index] {
                // Not HTTP/2: closed without a message.
                isFinished = true
                output.removeAll()
                return bytes.count
            }
            guard bytes.count >= preface.count else { return 0 }
            hasPreface = true
            offset = preface.count
        }
        while !isFinished, let header = FrameHeader(bytes, at: offset) {
            guard header.length <= Self.frameSizeMax else {
                throw HTTP2ConnectionError(.frameSizeError, "a frame that is too long")
            }
            let end = offset + FrameHeader.byteCount + header.length
            guard end <= bytes.count else { break }
            try take(header, bytes.extracting(offset + FrameHeader.byteCount..<end))
            offset = end
        }
        return isFinished ? bytes.count : offset
    }

    /// Restores the connection's window when half of it is used.
    private mutating func replenish() {
        let used = Self.receiveWindowSize - receiveWindow
        guard !isFinished, used * 2 >= Self.receiveWindowSize else { return }
        ControlFrames.appendWindowUpdate(0, by: used, to: &output)
        receiveWindow = Self.receiveWindowSize
    }

    /// Returns the current list and replaces it with a spare one for the next block.
    mutating func takeList() -> HeaderList {
        var taken = spareLists.popLast() ?? HeaderList()
        swap(&taken, &list)
        return taken
    }

    // MARK: Requests

    /// Takes back a finished request, so that its memory is reused.
    package mutating func recycle(_ request: consuming ServerRequest) {
        if spareLists.count < Self.spareListCountMax { spareLists.append(request.head) }
    }

    /// Returns the next request that can be answered, in the order in which they became ready.
    package mutating func nextRequest() -> ServerRequest? {
        while readyStart < ready.count {
            let id = ready[readyStart]
            readyStart += 1
            guard let index = streams.index(forKey: id) else { continue }
            var head = HeaderList()
            var body: [UInt8] = []
            swap(&head, &streams.values[index].head)
            swap(&body, &streams.values[index].body)
            return ServerRequest(streamID: id, head: head, body: body)
        }
        ready.removeAll(keepingCapacity: true)
        readyStart = 0
        return nil
    }
}
