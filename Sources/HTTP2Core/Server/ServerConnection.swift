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
    /// What the server does when a client opens more streams than the announced number.
    package enum ExcessRule: Sendable {
        /// GOAWAY with this debug data. Until the client has acknowledged the number, a greater
        /// earlier number still applies; before the client's first acknowledgement, only
        /// ``ServerLimits/streamCountMax`` applies.
        case end(debugData: [UInt8])
        /// REFUSED_STREAM. The number applies as soon as it was sent.
        case refuse
    }

    private static let frameSizeMax = 16_384
    private static let headerTableSize = 4096
    /// The number of stray frames that a DATA frame explains: one WINDOW_UPDATE for the stream and
    /// one for the connection.
    private static let strayCountOfData = 2
    /// The number of stray frames that a reset explains, because they may be in transit: a request
    /// body in a few pieces and a WINDOW_UPDATE. HEADERS that open a stream are counted elsewhere.
    private static let strayCountOfReset = 8

    private let limits: ServerLimits
    private let excessRule: ExcessRule

    /// The bytes to send, which the owner removes with ``clearOutput()``.
    package private(set) var output: [UInt8] = []
    /// Whether the connection is finished: nothing more is read, and the owner closes it once
    /// ``output`` is sent.
    package private(set) var isFinished = false
    /// The client's error that ended the connection, if any.
    package private(set) var error: HTTP2ConnectionError?

    /// The bytes of an incomplete frame.
    private var input: SpanBytes = []
    private var hasPreface = false
    private var hasSettings = false
    private var peerSettings = HTTP2Settings()
    private var headers: RequestHeaderReader
    private var headWriter = ResponseHeadWriter()
    private var streams: [StreamID: ServerStream] = [:]
    private var streamHistory = StreamHistory()
    private var streamCountLimit: StreamCountLimit
    private var ready = ReadyStreams()
    private var windows = ConnectionWindows()
    private var held: HeldResponses
    private var floods: FloodGuard
    private var times: ConnectionTimes

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
        headers = RequestHeaderReader(limits: limits, tableSizeMax: Self.headerTableSize)
        streamCountLimit = StreamCountLimit(streamCount)
        held = HeldResponses(byteCountMax: limits.heldByteCountMax)
        floods = FloodGuard(limits: limits)
        times = ConnectionTimes(limits: limits, at: now)
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

    /// Whether GOAWAY was sent.
    package var isEnding: Bool { times.isEnding }

    /// The newest stream that the client opened.
    package var lastStreamID: StreamID { streamHistory.last }

    /// Removes the bytes to send, after the owner has sent them.
    package mutating func clearOutput() { output.removeAll(keepingCapacity: true) }

    // MARK: Receiving bytes

    /// Processes received bytes, which may be split anywhere.
    package mutating func receive(_ bytes: borrowing Span<UInt8>, at now: Duration) {
        guard !isFinished else { return }
        times.now = now
        let hadBlock = headers.isInBlock
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
        times.notePart(
            isIncomplete: !input.isEmpty || headers.isInBlock,
            isNew: used > 0 && !(hadBlock && headers.isInBlock))
        if !isFinished { windows.replenish(&output) }
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
            try receiveFrame(header, bytes.extracting(offset + FrameHeader.byteCount..<end))
            offset = end
        }
        return isFinished ? bytes.count : offset
    }

    // MARK: Requests

    /// Takes back a finished request, so that its memory is reused.
    package mutating func recycle(_ request: consuming ServerRequest) {
        headers.recycle(request.head)
    }

    /// Returns the next request that is ready for a response, in the order of their arrival.
    package mutating func nextRequest() -> ServerRequest? {
        while let id = ready.popFirst() {
            guard let index = streams.index(forKey: id) else { continue }
            var head = HeaderList()
            var body: [UInt8] = []
            swap(&head, &streams.values[index].head)
            swap(&body, &streams.values[index].body)
            return ServerRequest(streamID: id, head: head, body: body)
        }
        return nil
    }
}

// MARK: - Frames (RFC 9113 section 6)

extension ServerConnection {
    private mutating func receiveFrame(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try headers.check(header)
        guard hasSettings || header.type == .settings && !header.flags.contains(.ack) else {
            throw HTTP2ConnectionError(.protocolError, "the first frame is not SETTINGS")
        }
        switch header.type {
        case .data: try receiveData(header, payload)
        case .headers: try receiveHeaders(header, payload)
        case .continuation: try receiveContinuation(header, payload)
        case .priority: try receivePriority(header)
        case .rstStream: try receiveReset(header)
        case .settings: try receiveSettings(header, payload)
        case .pushPromise:
            throw HTTP2ConnectionError(.protocolError, "PUSH_PROMISE from a client")
        case .ping: try receivePing(header, payload)
        case .goAway: try receiveGoAway(header)
        case .windowUpdate: try receiveWindowUpdate(header, payload)
        case nil: try floods.countIdleFrame(at: times.now)
        }
    }

    private func requireConnection(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(
                .protocolError, "a connection frame with a stream identifier")
        }
    }

    private func require(
        _ header: FrameHeader, length: Int
    ) throws(HTTP2ConnectionError) {
        guard header.length == length else {
            throw HTTP2ConnectionError(.frameSizeError, "a frame with an invalid length")
        }
    }

    /// Requires the frame to be for a stream that is open or was open before.
    private func requireOpened(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID % 2 == 1, header.streamID <= streamHistory.last else {
            throw HTTP2ConnectionError(.protocolError, "a frame for a stream that is not open")
        }
    }

    /// Returns the range of a payload's content without the padding (section 6.1).
    private func unpadded(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Range<Int> {
        guard header.flags.contains(.padded) else { return 0..<payload.count }
        guard payload.count > 0, Int(payload[0]) < payload.count else {
            throw HTTP2ConnectionError(.protocolError, "padding that is too long")
        }
        return 1..<payload.count - Int(payload[0])
    }

    // MARK: DATA

    private mutating func receiveData(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireOpened(header)
        try windows.countReceived(header.length)
        let content = try unpadded(header, payload)
        let isEnd = header.flags.contains(.endStream)
        if content.isEmpty, !isEnd { try floods.countIdleFrame(at: times.now) }
        let id = header.streamID
        guard let index = streams.index(forKey: id) else {
            // Frames that the client sent before it received RST_STREAM or GOAWAY are not an error.
            if streamHistory.mayStillArrive(id) {
                return try floods.countStrayFrame(at: times.now)
            }
            throw HTTP2ConnectionError(.streamClosed, "DATA on a closed stream")
        }
        guard !streams.values[index].isRequestComplete else {
            return try reset(id, .streamClosed)
        }
        if streams.values[index].isDraining {
            return isEnd ? close(id) : cancel(id, .noError)
        }
        streams.values[index].windowUsed += header.length
        guard streams.values[index].windowUsed <= ServerLimits.bodyBounds.upperBound else {
            return try reset(id, .flowControlError)
        }
        streams.values[index].receivedCount += content.count
        let room = limits.bodyByteCountRead - streams.values[index].body.count
        if !streams.values[index].isReady, room > 0 {
            let kept = content.lowerBound..<content.lowerBound + min(room, content.count)
            streams.values[index].body.append(payload.extracting(kept))
        }
        if isEnd {
            try endRequest(id)
        } else if streams.values[index].body.count >= limits.bodyByteCountRead {
            makeReady(id)
        }
    }

    /// Ends the client's side of a stream; the body must have the announced length.
    private mutating func endRequest(_ id: StreamID) throws(HTTP2ConnectionError) {
        guard let index = streams.index(forKey: id) else { return }
        if streams.values[index].isDraining { return close(id) }
        if let length = streams.values[index].contentLength,
            length != streams.values[index].receivedCount
        {
            return try reset(id, .protocolError)
        }
        streams.values[index].isRequestComplete = true
        makeReady(id)
    }

    private mutating func makeReady(_ id: StreamID) {
        guard let index = streams.index(forKey: id), !streams.values[index].isReady else { return }
        streams.values[index].isReady = true
        ready.append(id)
    }

    // MARK: Other frames

    /// Priorities are deprecated; only the frame's format is checked (section 6.3).
    private mutating func receivePriority(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID != 0 else {
            throw HTTP2ConnectionError(.protocolError, "PRIORITY without a stream")
        }
        try require(header, length: 5)
        try floods.countIdleFrame(at: times.now)
    }

    private mutating func receiveReset(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        try require(header, length: 4)
        try requireOpened(header)
        guard streams[header.streamID] != nil else {
            return try floods.countStrayFrame(at: times.now)
        }
        close(header.streamID)
        try floods.countReset(at: times.now)
    }

    private mutating func receiveSettings(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        if header.flags.contains(.ack) {
            try require(header, length: 0)
            if !streamCountLimit.acknowledge() { try floods.countStrayFrame(at: times.now) }
            return
        }
        try floods.countIdleFrame(at: times.now)
        let before = peerSettings.initialWindowSize
        try peerSettings.apply(payload)
        headWriter.setTableSizeMax(peerSettings.headerTableSize)
        if !hasSettings {
            hasSettings = true
            times.becomeIdle()
        }
        let change = peerSettings.initialWindowSize - before
        if change != 0 {
            for index in streams.values.indices {
                streams.values[index].sendWindow += change
                guard streams.values[index].sendWindow <= HTTP2Settings.windowMax else {
                    throw HTTP2ConnectionError(.flowControlError, "a window that is too large")
                }
            }
        }
        HTTP2Settings.appendAcknowledgement(to: &output)
        sendHeld()
    }

    private mutating func receivePing(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        try require(header, length: 8)
        // The server sends no PING that could be acknowledged.
        try floods.countIdleFrame(at: times.now)
        guard !header.flags.contains(.ack) else { return }
        let opaque =
            UInt64(payload.bigEndian32(at: 0)) << 32 | UInt64(payload.bigEndian32(at: 4))
        ControlFrames.appendPing(opaque, isAcknowledgement: true, to: &output)
    }

    /// Handles GOAWAY: the client's open requests still get a response.
    private mutating func receiveGoAway(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        guard header.length >= 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "a frame with an invalid length")
        }
        if !isEnding { end(.noError) }
    }

    private mutating func receiveWindowUpdate(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try require(header, length: 4)
        try floods.countStrayFrame(at: times.now)
        let increment = Int(payload.bigEndian32(at: 0) & StreamIDs.max)
        let id = header.streamID
        guard id != 0 else {
            try windows.openSending(by: increment)
            return sendHeld()
        }
        try requireOpened(header)
        guard let index = streams.index(forKey: id) else { return }
        guard increment > 0 else { return try reset(id, .protocolError) }
        streams.values[index].sendWindow += increment
        guard streams.values[index].sendWindow <= HTTP2Settings.windowMax else {
            return try reset(id, .flowControlError)
        }
        sendHeld()
    }
}

// MARK: - Header blocks

extension ServerConnection {
    private mutating func receiveHeaders(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard header.streamID % 2 == 1 else {
            throw HTTP2ConnectionError(.protocolError, "HEADERS with a server's stream identifier")
        }
        var content = try unpadded(header, payload)
        if header.flags.contains(.priority) {
            guard content.count >= 5 else {
                throw HTTP2ConnectionError(.frameSizeError, "a frame with an invalid length")
            }
            content = content.lowerBound + 5..<content.upperBound
        }
        let bytes = payload.extracting(content)
        if header.flags.contains(.endHeaders) {
            return try receiveBlock(header.streamID, header.flags, bytes)
        }
        headers.begin(bytes, streamID: header.streamID, flags: header.flags)
    }

    private mutating func receiveContinuation(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard let block = try headers.append(header, payload) else { return }
        try receiveBlock(block.streamID, block.flags, block.bytes.span)
    }

    /// Decodes a complete block, even of a closed stream, because every block may change the table.
    private mutating func receiveBlock(
        _ id: StreamID, _ flags: FrameFlags, _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try headers.decode(bytes)
        if id > streamHistory.last {
            try open(id, endsStream: flags.contains(.endStream))
        } else if let stream = streams[id] {
            guard !stream.isRequestComplete else { return try reset(id, .streamClosed) }
            guard flags.contains(.endStream),
                RequestHead(headers.list, isTrailers: true).problem == nil
            else { return try reset(id, .protocolError) }
            try endRequest(id)
        } else if !streamHistory.mayStillArrive(id) {
            // If the client skipped no stream identifier, it has used this identifier before.
            let wasOpen = streamHistory.hasNoGaps
            throw HTTP2ConnectionError(
                wasOpen ? .streamClosed : .protocolError, "HEADERS for an older stream")
        } else {
            try floods.countStrayFrame(at: times.now)
        }
    }

    private mutating func open(
        _ id: StreamID, endsStream: Bool
    ) throws(HTTP2ConnectionError) {
        let previous = streamHistory.last
        streamHistory.open(id)
        guard id <= streamHistory.acceptedMax else { return }
        if streams.count >= enforcedStreamCount {
            switch excessRule {
            case .refuse: return try refuse(id)
            case .end(let debugData):
                return end(.protocolError, debugData, lastStreamID: previous)
            }
        }
        // The fixed limit applies even while a client does not know the announced number yet.
        if streams.count >= limits.streamCountMax { return try refuse(id) }
        let head = RequestHead(headers.list)
        let isTooLong = headers.list.listSize > limits.headerListSizeMax
        if head.problem != nil, !isTooLong {
            try floods.countReset(at: times.now)
            return appendReset(id, .protocolError)
        }
        var stream = ServerStream(
            head: HeaderList(), contentLength: head.contentLength,
            deadline: times.requestDeadline, sendWindow: peerSettings.initialWindowSize)
        if isTooLong {
            stream.isRequestComplete = endsStream
            stream.isReady = true
            streams[id] = stream
            try floods.countReset(at: times.now)
            return respond(to: id, with: ServerResponse(status: 431))
        }
        stream.head = headers.takeList()
        streams[id] = stream
        if endsStream { try endRequest(id) }
    }

    /// The currently enforced maximum number of open streams.
    private var enforcedStreamCount: Int {
        switch excessRule {
        case .refuse: streamCountLimit.announced
        case .end: streamCountLimit.mostKnownToClient
        }
    }

    private mutating func refuse(_ id: StreamID) throws(HTTP2ConnectionError) {
        appendReset(id, .refusedStream)
    }

    private mutating func appendReset(_ id: StreamID, _ code: HTTP2ErrorCode) {
        ControlFrames.appendReset(id, code, to: &output)
        streamHistory.noteReset(id)
        floods.explainStrayFrames(Self.strayCountOfReset)
    }

    // MARK: Closing

    /// Resets a stream because of an error of the client.
    private mutating func reset(_ id: StreamID, _ code: HTTP2ErrorCode) throws(HTTP2ConnectionError)
    {
        appendReset(id, code)
        close(id)
        try floods.countReset(at: times.now)
    }

    /// Resets a stream that timed out or that must not continue.
    private mutating func cancel(_ id: StreamID, _ code: HTTP2ErrorCode) {
        appendReset(id, code)
        close(id)
    }

    private mutating func close(_ id: StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        if !stream.held.isEmpty {
            held.remove(id, unsentCount: stream.held.count - stream.heldStart)
        }
        guard streams.isEmpty else { return }
        times.becomeIdle()
        if isEnding { isFinished = true }
    }
}

// MARK: - Responses

extension ServerConnection {
    /// Responds to a request; does nothing when its stream is closed or already has a response.
    package mutating func respond(to id: StreamID, with response: ServerResponse) {
        guard !isFinished, let index = streams.index(forKey: id),
            !streams.values[index].hasResponse
        else { return }
        streams.values[index].hasResponse = true
        headWriter.append(
            response, streamID: id, frameSizeMax: peerSettings.maxFrameSize, to: &output)
        guard !response.body.isEmpty else { return finish(id) }
        // The usual case: everything fits, and nothing has to be stored.
        let room = min(
            windows.sendRoom, streams.values[index].sendWindow, peerSettings.maxFrameSize)
        if held.isEmpty, response.body.count <= room {
            windows.countSent(response.body.count)
            FrameHeader(
                length: response.body.count, type: .data, flags: .endStream, streamID: id
            ).append(to: &output)
            output += response.body
            floods.explainStrayFrames(Self.strayCountOfData)
            return finish(id)
        }
        streams.values[index].held = response.body
        held.append(id, byteCount: response.body.count)
        sendHeld()
        if held.isOverLimit {
            fail(
                HTTP2ConnectionError(
                    .enhanceYourCalm, "the client does not read its responses"))
        }
    }

    /// Leaves a request without a response. Its stream stays open until the client resets the
    /// stream or the connection ends.
    package mutating func withhold(_ id: StreamID) { streams[id]?.deadline = nil }

    /// Sends as much as the windows allow, the oldest responses first.
    private mutating func sendHeld() {
        guard !held.isEmpty else { return }
        var done: [StreamID] = []
        for id in held.streamIDs where windows.sendRoom > 0 {
            guard let index = streams.index(forKey: id) else { continue }
            while true {
                let start = streams.values[index].heldStart
                let left = streams.values[index].held.count - start
                let count = min(
                    left, windows.sendRoom, streams.values[index].sendWindow,
                    peerSettings.maxFrameSize)
                guard count > 0 else { break }
                FrameHeader(
                    length: count, type: .data, flags: count == left ? .endStream : [],
                    streamID: id
                ).append(to: &output)
                floods.explainStrayFrames(Self.strayCountOfData)
                output += streams.values[index].held[start..<start + count]
                windows.countSent(count)
                streams.values[index].sendWindow -= count
                streams.values[index].heldStart += count
                held.countSent(count)
                if count == left {
                    done.append(id)
                    break
                }
            }
        }
        for id in done { finish(id) }
    }

    /// Finishes a stream whose response is sent. If the request is still incomplete, the stream is
    /// reset (RFC 9113 section 8.1): immediately if the connection is ending, otherwise as
    /// described at ``ServerStream/isDraining``.
    private mutating func finish(_ id: StreamID) {
        guard let stream = streams[id] else { return }
        if stream.isRequestComplete { return close(id) }
        streams[id]?.isDraining = true
        if isEnding { return cancel(id, .noError) }
        guard stream.cannotEnd else { return }
        streams[id]?.deadline = times.beginDraining()
    }
}

// MARK: - Ending and timeouts

extension ServerConnection {
    /// Informs the client of the number of concurrent streams that it may open from now on.
    package mutating func announce(streamCount: Int) {
        guard !isFinished else { return }
        HTTP2Settings.append([(.maxConcurrentStreams, streamCount)], to: &output)
        streamCountLimit.announce(streamCount)
    }

    /// Sends GOAWAY. Streams up to the last one still get a response, then the connection is
    /// finished.
    ///
    /// - Parameter last: the newest stream that gets a response; by default the newest stream of
    ///   all. A later call can only lower the number.
    package mutating func end(
        _ code: HTTP2ErrorCode, _ debugData: [UInt8] = [], lastStreamID last: StreamID? = nil
    ) {
        guard !isFinished else { return }
        streamHistory.accept(upTo: last ?? lastStreamID)
        times.end()
        ControlFrames.appendGoAway(
            lastStreamID: streamHistory.acceptedMax, code, debugData: debugData, to: &output)
        for (id, stream) in streams {
            if id > streamHistory.acceptedMax {
                close(id)
            } else if stream.isDraining {
                cancel(id, .noError)
            }
        }
        if streams.isEmpty { isFinished = true }
    }

    /// Ends the connection immediately because the client violated the protocol.
    private mutating func fail(_ error: HTTP2ConnectionError) {
        guard !isFinished else { return }
        self.error = error
        ControlFrames.appendGoAway(
            lastStreamID: min(lastStreamID, streamHistory.acceptedMax), error.code,
            debugData: Array(error.problem.utf8), to: &output)
        streams.removeAll()
        ready.removeAll()
        times.end()
        isFinished = true
    }

    // MARK: Time

    /// Sets the time without a request in progress until GOAWAY is sent; initially
    /// ``ServerLimits/idleTime``.
    package mutating func setIdleTime(_ time: Duration) { times.idleTime = time }

    /// The next time at which ``tick(at:)`` has something to do; `nil` for never. Computing it
    /// examines every open stream, so read it after a tick rather than after each request.
    package var nextDeadline: Duration? {
        if isFinished { return nil }
        if !hasSettings { return times.handshakeDeadline }
        let idle = streams.isEmpty ? times.idleDeadline : nil
        let first = streams.values.lazy.compactMap(\.deadline).min()
        return [idle, first, times.endDeadline, times.partDeadline].compactMap { $0 }.min()
    }

    /// The earliest of those deadlines that may precede the deadline of a request that begins now.
    /// Cheap enough to read after each request, unlike ``nextDeadline``.
    package var urgentDeadline: Duration? {
        [times.partDeadline, times.drainDeadline].compactMap { $0 }.min()
    }

    /// Handles all deadlines that have passed.
    package mutating func tick(at now: Duration) {
        guard !isFinished else { return }
        times.now = now
        if !hasSettings {
            guard now >= times.handshakeDeadline else { return }
            isFinished = true
            return output.removeAll()
        }
        for (id, stream) in streams {
            if let deadline = stream.deadline, deadline <= now {
                cancel(id, stream.isDraining ? .noError : .cancel)
            }
        }
        if let first = times.drainDeadline, first <= now {
            times.setDrainDeadline(
                streams.values.lazy.filter { $0.isDraining && $0.cannotEnd }
                    .compactMap(\.deadline).min())
        }
        if let end = times.endDeadline, now >= end { isFinished = true }
        if let partDeadline = times.partDeadline, now >= partDeadline {
            return fail(
                HTTP2ConnectionError(
                    .enhanceYourCalm, "a frame or header block that is not completed"))
        }
        if !isEnding, streams.isEmpty, now >= times.idleDeadline {
            end(.noError, limits.idleDebugData)
        }
    }
}
