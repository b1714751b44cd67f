// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The server's end of one HTTP/2 connection (RFC 9113), as a value: bytes and time go in, requests
/// come out; answers go in, bytes come out.
///
/// The owner feeds ``receive(_:at:)``, takes requests with ``nextRequest()``, answers them with
/// ``respond(to:with:)``, sends what is in ``output`` once a turn, calls ``tick(at:)`` when
/// ``nextDeadline`` is there, and closes the connection when ``isFinished`` is true and everything
/// is sent. Answers may come in any order and at any time. States: before the preface, open, ending
/// (GOAWAY is sent, open streams go on), finished.
///
/// Faults of one stream reset it; faults of the connection end it with GOAWAY, whose debug data
/// says in words what was wrong.
package struct ServerConnection: Sendable {
    /// What becomes of a stream beyond the number that the client was told.
    package enum ExcessRule: Sendable {
        /// GOAWAY with these words; a client that has not acknowledged the number may exceed it.
        case end(words: [UInt8])
        /// REFUSED_STREAM, from the moment that the number was sent.
        case refuse
    }

    package let limits: ServerLimits
    package var excessRule: ExcessRule

    /// What has to be sent; the owner empties it.
    package var output: [UInt8] = []
    /// Whether nothing more is sent or read: close once ``output`` is sent.
    package internal(set) var isFinished = false
    /// Whether GOAWAY was sent.
    package var isEnding: Bool { endedAt != nil }
    /// Why the connection ended, if the client was at fault.
    package internal(set) var error: HTTP2ConnectionError?

    /// An incomplete frame.
    private var input: SpanBytes = []
    var now: Duration
    let startedAt: Duration
    private var hasPreface = false
    var hasSettings = false
    /// Since when no stream is open.
    var idleSince: Duration
    var endedAt: Duration?

    var streams: [StreamID: ServerStream] = [:]
    /// The newest stream of the client.
    package internal(set) var lastStreamID: StreamID = 0
    /// How many streams the client has opened: shows whether it left numbers out.
    var openedCount: StreamID = 0
    /// What the GOAWAY named; later streams are not looked at.
    var takenStreamIDMax = StreamIDs.max
    /// The newest stream that this end has reset; frames for it and older ones may still come.
    var resetStreamIDMax: StreamID = 0
    var ready: [StreamID] = []
    var readyStart = 0

    /// A header block of which a part has come.
    var block: (streamID: StreamID, flags: FrameFlags, bytes: SpanBytes, frameCount: Int)?
    var decoder: HeaderDecoder
    var encoder = HeaderEncoder()
    var list = HeaderList()
    /// Lists whose memory is used again.
    private var spareLists: [HeaderList] = []
    private static let spareListCountMax = 64

    var peerSettings = HTTP2Settings()
    /// The numbers of streams in SETTINGS that the client has not acknowledged, oldest first;
    /// `nil` for SETTINGS without.
    var unacknowledged: [Int] = []
    /// The last one that it has.
    var acknowledgedStreamCount: Int?
    var announcedStreamCount: Int
    var sendWindow = 65_535
    var receiveWindow = ServerConnection.receiveWindowSize
    /// Streams whose answers wait for room, oldest first.
    var waiting: [StreamID] = []
    var heldByteCount = 0
    var resets = FloodCount()
    var idleFrames = FloodCount()
    var strayFrames = FloodCount()
    /// How many stray frames what this end has sent may still cause.
    var explainedStrayCount = 0
    /// Since when a part of a frame or of a header block is here; `nil` while there is none.
    var partSince: Duration?
    /// The first deadline of a client that only has to read its response.
    var drainDeadline: Duration?
    /// Time without a request in progress; then GOAWAY. The limits' own at first.
    package var idleTime: Duration

    /// The window of the connection; RFC 9113's own, so that a client meets its end.
    static let receiveWindowSize = 65_535
    static let frameSizeMax = 16_384
    static let headerTableSize = 4096

    /// Begins with SETTINGS in ``output``.
    ///
    /// - Parameters:
    ///   - streamCount: MAX_CONCURRENT_STREAMS to begin with.
    ///   - now: a time that does not jump.
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

    /// Streams between the head of their request and the end of their answer.
    package var hasOpenStreams: Bool { !streams.isEmpty }

    // MARK: Bytes in

    /// Takes bytes as they come; they may be cut anywhere.
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

    /// - Parameter isNew: whether what is incomplete now began with these bytes.
    private mutating func notePart(isNew: Bool) {
        if input.isEmpty, block == nil {
            partSince = nil
        } else if isNew || partSince == nil {
            partSince = now
        }
    }

    /// Reads what is complete and answers how many bytes that was.
    private mutating func read(
        _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Int {
        var offset = 0
        if !hasPreface {
            let preface = ControlFrames.clientPreface
            for index in 0..<min(preface.count, bytes.count) where bytes[index] != preface[index] {
                // Not HTTP/2: dropped without a word.
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

    /// Gives back the connection's window when half of it is used.
    private mutating func replenish() {
        let used = Self.receiveWindowSize - receiveWindow
        guard !isFinished, used * 2 >= Self.receiveWindowSize else { return }
        ControlFrames.appendWindowUpdate(0, by: used, to: &output)
        receiveWindow = Self.receiveWindowSize
    }

    /// A list with memory for the next block, in place of one that is handed out.
    mutating func takeList() -> HeaderList {
        var taken = spareLists.popLast() ?? HeaderList()
        swap(&taken, &list)
        return taken
    }

    // MARK: Requests out

    /// Gives back a request that is done with, so that its memory is used again.
    package mutating func recycle(_ request: consuming ServerRequest) {
        if spareLists.count < Self.spareListCountMax { spareLists.append(request.head) }
    }

    /// The next request that can be answered, in the order in which they became so.
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
