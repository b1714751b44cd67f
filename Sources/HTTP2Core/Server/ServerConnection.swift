// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The server side of one HTTP/2 connection (RFC 9113) as a value without I/O. Its inputs are
/// received bytes, the time and responses; its outputs are requests and bytes to send.
///
/// The owner passes received bytes to ``receive(_:at:)``, gets requests from ``nextRequest()``,
/// responds with ``respond(to:with:)``, sends the contents of ``output`` once per event loop turn,
/// calls ``tick(at:)`` at ``nextDeadline``, and closes the connection when ``isFinished`` is true
/// and everything is sent. Responses are possible in any order and at any time. The states are:
/// before the preface; open; ending (GOAWAY was sent, but open streams continue); finished.
///
/// Stream errors reset the stream; connection errors end the connection with GOAWAY, whose debug
/// data describes the error.
package struct ServerConnection: Sendable {
    /// The action of the server when a client opens more streams than the announced number.
    package enum ExcessRule: Sendable {
        /// Ends the connection with GOAWAY and this debug data. Until the client has acknowledged
        /// the announced number, a greater number that was announced earlier still applies; before
        /// the client's first acknowledgement, only ``ServerLimits/streamCountMax`` applies.
        case end(debugData: [UInt8])
        /// Resets the stream with REFUSED_STREAM. The number applies as soon as it is sent.
        case refuse
    }

    private static let frameSizeMax = 16_384
    private static let headerTableSize = 4096
    /// The number of stray frames that are tolerated after a DATA frame: one WINDOW_UPDATE for the
    /// stream and one for the connection.
    private static let strayCountOfData = 2
    /// The number of stray frames that are tolerated after a reset, because they may already have
    /// been in transit: a request body in a few DATA frames, and a WINDOW_UPDATE. HEADERS that open
    /// a stream are counted elsewhere.
    private static let strayCountOfReset = 8

    private let limits: ServerLimits
    private let excessRule: ExcessRule

    /// The bytes to send, which the owner removes with ``clearOutput()``.
    package private(set) var output: [UInt8] = []
    /// Whether the connection is finished. If so, nothing more is read, and the owner closes the
    /// connection once ``output`` is sent.
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
    private var streams = StreamSlots()
    private var streamHistory = StreamHistory()
    private var streamCountLimit: StreamCountLimit
    private var ready = ReadyStreams()
    private var windows = ConnectionWindows()
    private var held: HeldResponses
    private var floods: FloodGuard
    private var times: ConnectionTimes

    /// Makes a connection whose ``output`` contains its SETTINGS.
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
                (.initialWindowSize, limits.streamWindow),
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

    /// Processes received bytes. A frame may be split between calls at any byte.
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
        if !isFinished, !limits.withholdsWindowUpdates { windows.replenish(&output) }
    }

    /// Processes the complete frames. Returns the number of their bytes.
    private mutating func read(
        _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Int {
        var offset = 0
        if !hasPreface {
            let preface = ControlFrames.clientPreface
            for index in 0..<min(preface.count, bytes.count) where bytes[index] != preface[index] {
                // The bytes are not HTTP/2, so the connection is closed without GOAWAY.
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

    /// Returns the next request that is ready for a response, in the order of arrival.
    package mutating func nextRequest() -> ServerRequest? {
        while let id = ready.popFirst() {
            guard let slot = streams.slot(of: id) else { continue }
            var head = HeaderList()
            var body: [UInt8] = []
            swap(&head, &streams[slot].head)
            swap(&body, &streams[slot].body)
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
        guard let slot = streams.slot(of: id) else {
            // It is not an error if the client sent frames before it received RST_STREAM or GOAWAY.
            if streamHistory.mayStillArrive(id) {
                return try floods.countStrayFrame(at: times.now)
            }
            throw HTTP2ConnectionError(.streamClosed, "DATA on a closed stream")
        }
        guard !streams[slot].isRequestComplete else {
            return try reset(id, .streamClosed)
        }
        if streams[slot].isDraining {
            return isEnd ? close(id) : cancel(id, .noError)
        }
        streams[slot].windowUsed += header.length
        guard streams[slot].windowUsed <= ServerLimits.bodyBounds.upperBound else {
            return try reset(id, .flowControlError)
        }
        streams[slot].receivedCount += content.count
        let room = limits.bodyByteCountRead - streams[slot].body.count
        if !streams[slot].isReady, room > 0 {
            let kept = content.lowerBound..<content.lowerBound + min(room, content.count)
            streams[slot].body.append(payload.extracting(kept))
        }
        if isEnd {
            try endRequest(id)
        } else if streams[slot].body.count >= limits.bodyByteCountRead {
            makeReady(id)
        }
        if !limits.withholdsWindowUpdates { enlargeWindow(of: id) }
    }

    /// Enlarges the window of a stream that began with a small window.
    private mutating func enlargeWindow(of id: StreamID) {
        guard limits.streamWindow < ServerLimits.bodyBounds.upperBound,
            let slot = streams.slot(of: id), !streams[slot].isRequestComplete
        else { return }
        let granted = streams[slot].windowGranted
        let room = ServerLimits.bodyBounds.upperBound - limits.streamWindow - granted
        let increment = min(streams[slot].windowUsed - granted, room)
        guard increment > 0 else { return }
        ControlFrames.appendWindowUpdate(id, by: increment, to: &output)
        streams[slot].windowGranted += increment
    }

    /// Whether ``updateWindows()`` has frames to send.
    package var owesWindowUpdates: Bool {
        guard !isFinished, limits.withholdsWindowUpdates else { return false }
        guard !windows.isHalfUsed else { return true }
        return limits.streamWindow < ServerLimits.bodyBounds.upperBound
            && streams.all.contains { _, slot in
                !streams[slot].isRequestComplete
                    && streams[slot].windowUsed > streams[slot].windowGranted
            }
    }

    /// Sends the WINDOW_UPDATE frames that ``ServerLimits/withholdsWindowUpdates`` withheld.
    package mutating func updateWindows() {
        guard !isFinished else { return }
        windows.replenish(&output)
        for id in streams.all.map(\.id).sorted() { enlargeWindow(of: id) }
    }

    /// Ends the client's side of a stream. The body must have the announced length.
    private mutating func endRequest(_ id: StreamID) throws(HTTP2ConnectionError) {
        guard let slot = streams.slot(of: id) else { return }
        if streams[slot].isDraining { return close(id) }
        if let length = streams[slot].contentLength,
            length != streams[slot].receivedCount
        {
            return try reset(id, .protocolError)
        }
        streams[slot].isRequestComplete = true
        makeReady(id)
    }

    private mutating func makeReady(_ id: StreamID) {
        guard let slot = streams.slot(of: id), !streams[slot].isReady else { return }
        streams[slot].isReady = true
        ready.append(id)
    }

    // MARK: Other frames

    /// Handles a PRIORITY frame. Priorities are deprecated, so only the frame's format is checked
    /// (section 6.3).
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
        guard streams.slot(of: header.streamID) != nil else {
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
            for (_, slot) in streams.all {
                streams[slot].sendWindow += change
                guard streams[slot].sendWindow <= HTTP2Settings.windowMax else {
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
        // The server never sends a PING, so an acknowledgement makes no progress.
        try floods.countIdleFrame(at: times.now)
        guard !header.flags.contains(.ack) else { return }
        let opaque =
            UInt64(payload.bigEndian32(at: 0)) << 32 | UInt64(payload.bigEndian32(at: 4))
        ControlFrames.appendPing(opaque, isAcknowledgement: true, to: &output)
    }

    /// Handles GOAWAY. The client's open requests still receive a response.
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
        guard let slot = streams.slot(of: id) else { return }
        guard increment > 0 else { return try reset(id, .protocolError) }
        streams[slot].sendWindow += increment
        guard streams[slot].sendWindow <= HTTP2Settings.windowMax else {
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

    /// Decodes a complete header block. A block of a closed stream is decoded too, because every
    /// block may change the dynamic table.
    private mutating func receiveBlock(
        _ id: StreamID, _ flags: FrameFlags, _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try headers.decode(bytes)
        if id > streamHistory.last {
            try open(id, endsStream: flags.contains(.endStream))
        } else if let slot = streams.slot(of: id) {
            guard !streams[slot].isRequestComplete else { return try reset(id, .streamClosed) }
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
        // The fixed limit applies even while a client has not received the announced number yet.
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
            streams.insert(stream, id: id)
            try floods.countReset(at: times.now)
            return respond(to: id, with: ServerResponse(status: 431))
        }
        stream.head = headers.takeList()
        streams.insert(stream, id: id)
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
        guard let stream = streams.remove(id) else { return }
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
    /// Responds to a request. Does nothing when the request's stream is closed or already has a
    /// response.
    package mutating func respond(to id: StreamID, with response: ServerResponse) {
        guard !isFinished, let slot = streams.slot(of: id),
            !streams[slot].hasResponse
        else { return }
        streams[slot].hasResponse = true
        headWriter.append(
            response, streamID: id, frameSizeMax: peerSettings.maxFrameSize, to: &output)
        guard !response.body.isEmpty else { return finish(id) }
        // In the usual case, the whole response fits into the windows, and nothing has to be
        // stored.
        let room = min(
            windows.sendRoom, streams[slot].sendWindow, peerSettings.maxFrameSize)
        if held.isEmpty, response.body.count <= room {
            windows.countSent(response.body.count)
            FrameHeader(
                length: response.body.count, type: .data, flags: .endStream, streamID: id
            ).append(to: &output)
            output += response.body
            floods.explainStrayFrames(Self.strayCountOfData)
            return finish(id)
        }
        streams[slot].held = response.body
        held.append(id, byteCount: response.body.count)
        sendHeld()
        if held.isOverLimit {
            fail(
                HTTP2ConnectionError(
                    .enhanceYourCalm, "the client does not read its responses"))
        }
    }

    /// Responds to a request with a status and headers, and without a body.
    ///
    /// - Parameter write: appends the headers to the block, at most a few hundred bytes.
    package mutating func respond(
        to id: StreamID, status: String,
        write: (inout HeaderEncoder, inout [UInt8]) -> Void
    ) {
        guard !isFinished, let slot = streams.slot(of: id),
            !streams[slot].hasResponse
        else { return }
        streams[slot].hasResponse = true
        headWriter.appendEmpty(status: status, streamID: id, to: &output, write: write)
        finish(id)
    }

    /// Leaves a request without a response. Its stream stays open until the client resets the
    /// stream or the connection ends.
    package mutating func withhold(_ id: StreamID) {
        guard let slot = streams.slot(of: id) else { return }
        streams[slot].deadline = nil
    }

    /// Resets the stream of a request, instead of sending a response or completing it.
    package mutating func abort(_ id: StreamID, _ code: HTTP2ErrorCode) {
        guard !isFinished, streams.slot(of: id) != nil else { return }
        cancel(id, code)
    }

    /// Sends the headers of a response and up to `count` bytes of its body, but no more than the
    /// windows allow. The stream stays open, as after ``withhold(_:)``.
    package mutating func respond(
        to id: StreamID, withPartOf response: ServerResponse, bodyByteCount count: Int
    ) {
        guard !isFinished, let slot = streams.slot(of: id),
            !streams[slot].hasResponse
        else { return }
        streams[slot].hasResponse = true
        streams[slot].deadline = nil
        headWriter.append(
            response, streamID: id, frameSizeMax: peerSettings.maxFrameSize, endsStream: false,
            to: &output)
        let sent = min(
            count, response.body.count, windows.sendRoom, streams[slot].sendWindow,
            peerSettings.maxFrameSize)
        guard sent > 0 else { return }
        windows.countSent(sent)
        streams[slot].sendWindow -= sent
        FrameHeader(length: sent, type: .data, streamID: id).append(to: &output)
        output += response.body[..<sent]
    }

    /// Sends as much of the waiting responses as the windows allow, beginning with the oldest
    /// response.
    private mutating func sendHeld() {
        guard !held.isEmpty else { return }
        var done: [StreamID] = []
        for id in held.streamIDs where windows.sendRoom > 0 {
            guard let slot = streams.slot(of: id) else { continue }
            while true {
                let start = streams[slot].heldStart
                let left = streams[slot].held.count - start
                let count = min(
                    left, windows.sendRoom, streams[slot].sendWindow,
                    peerSettings.maxFrameSize)
                guard count > 0 else { break }
                FrameHeader(
                    length: count, type: .data, flags: count == left ? .endStream : [],
                    streamID: id
                ).append(to: &output)
                floods.explainStrayFrames(Self.strayCountOfData)
                output += streams[slot].held[start..<start + count]
                windows.countSent(count)
                streams[slot].sendWindow -= count
                streams[slot].heldStart += count
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
    /// reset (RFC 9113 section 8.1): immediately if the connection is ending, and otherwise as
    /// ``ServerStream/isDraining`` describes.
    private mutating func finish(_ id: StreamID) {
        guard let slot = streams.slot(of: id) else { return }
        if streams[slot].isRequestComplete { return close(id) }
        streams[slot].isDraining = true
        if isEnding { return cancel(id, .noError) }
        guard streams[slot].cannotEnd else { return }
        streams[slot].deadline = times.beginDraining()
    }
}

// MARK: - Ending and timeouts

extension ServerConnection {
    /// Announces to the client the new maximum number of concurrent streams.
    package mutating func announce(streamCount: Int) {
        guard !isFinished else { return }
        HTTP2Settings.append([(.maxConcurrentStreams, streamCount)], to: &output)
        streamCountLimit.announce(streamCount)
    }

    /// Sends GOAWAY. Streams up to `last` still receive a response; afterwards, the connection is
    /// finished.
    ///
    /// - Parameter last: the newest stream that receives a response; by default, the newest stream
    ///   of all. A later call can only lower the number.
    package mutating func end(
        _ code: HTTP2ErrorCode, _ debugData: [UInt8] = [], lastStreamID last: StreamID? = nil
    ) {
        guard !isFinished else { return }
        streamHistory.accept(upTo: last ?? lastStreamID)
        times.end()
        ControlFrames.appendGoAway(
            lastStreamID: streamHistory.acceptedMax, code, debugData: debugData, to: &output)
        for (id, slot) in streams.all {
            if id > streamHistory.acceptedMax {
                close(id)
            } else if streams[slot].isDraining {
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

    /// Sets how long the connection may have no request in progress before GOAWAY is sent.
    /// Initially, this is ``ServerLimits/idleTime``.
    package mutating func setIdleTime(_ time: Duration) { times.idleTime = time }

    /// The next time at which ``tick(at:)`` has something to do; `nil` if there is no such time.
    /// Computing it examines every open stream, so read this property after a tick rather than
    /// after each request.
    package var nextDeadline: Duration? {
        if isFinished { return nil }
        if !hasSettings { return times.handshakeDeadline }
        let idle = streams.isEmpty ? times.idleDeadline : nil
        let first = streams.firstDeadline { _ in true }
        return [idle, first, times.endDeadline, times.partDeadline].compactMap { $0 }.min()
    }

    /// The earliest deadline that may precede the deadline of a request that begins now. Unlike
    /// ``nextDeadline``, this property is fast enough to be read after each request.
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
        for (id, slot) in streams.all {
            if let deadline = streams[slot].deadline, deadline <= now {
                cancel(id, streams[slot].isDraining ? .noError : .cancel)
            }
        }
        if let first = times.drainDeadline, first <= now {
            times.setDrainDeadline(
                streams.firstDeadline { $0.isDraining && $0.cannotEnd })
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
