// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The index of a request's entry in ``RequestTable``.
typealias RequestKey = Int32

/// The client side of one HTTP/2 connection to APNs, as a value without I/O: its inputs are
/// requests and received bytes, and its results are ``output`` and ``events``. The value uses
/// neither sockets nor clocks.
///
/// The states are `connecting` (until the server's first SETTINGS), `open` and `draining` (no new
/// requests are accepted, but pending requests continue). There is no state for a closed
/// connection, because the owner removes the value.
///
/// A connection with provider tokens starts with one request and waits for its response; after the
/// response, the server's current MAX_CONCURRENT_STREAMS applies ("Establishing a connection to
/// APNs"). Frames for closed streams are legal and are dropped, because the request has already
/// ended by its deadline or by cancellation.
struct PushConnection: Sendable {
    enum Phase: Hashable, Sendable {
        case connecting, open, draining
    }

    /// An event that the owner has to handle.
    enum Event: Sendable {
        /// The server's first SETTINGS were received.
        case ready
        case response(RequestKey, EngineResponse, tokenNumber: UInt32)
        /// The server reset the stream before the response was complete. The `EngineResponse` is
        /// the part of the response that was received. `wasSent` states whether the server has
        /// received, or will receive, the whole request.
        case reset(RequestKey, HTTP2ErrorCode, EngineResponse?, wasSent: Bool)
        /// The client reset the stream because of a protocol error of the server.
        case broken(RequestKey, HTTP2ErrorCode, EngineResponse?, wasSent: Bool)
        /// The server will not process this request (RFC 9113 section 6.8).
        case dropped(RequestKey)
        /// The server accepts no more requests.
        case goAway
        case pingAcknowledged
    }

    struct Settings: Sendable {
        /// The maximum number of concurrent requests on the connection, even if the server allows
        /// more.
        let streamCountMax: Int
        /// Whether the connection starts with one request, as connections with provider tokens do.
        let startsWithOne: Bool
        /// The `:authority` of requests.
        let authority: String
    }

    /// The result of an attempt to start a request.
    enum Start: Hashable, Sendable {
        case started(StreamTable.Slot)
        /// The header list exceeds the server's limit; nothing was written.
        case headersTooLong(byteCount: Int, limit: Int)
    }

    /// The number of buffered output bytes at which the connection starts no further request.
    static let outputByteCountMax = 64 * 1024
    /// The limit for buffered output bytes that do not belong to request bodies, such as responses
    /// to the server's control frames. Beyond the limit, the connection is closed.
    static let stuckOutputByteCountMax = 4 * 1024 * 1024
    /// The maximum size of a response's header list in bytes, which is announced to the server.
    static let headerListByteCountMax = 16 * 1024

    private let settings: Settings
    private(set) var phase = Phase.connecting
    private var outgoing: OutgoingBytes
    private var events = FIFOQueue<Event>()

    private var peer: HTTP2Settings = {
        // Server push is off, and a server may not enable it (section 6.5.2).
        var settings = HTTP2Settings()
        settings.enablesPush = false
        return settings
    }()
    private(set) var streams: StreamTable
    private var headerWriter: RequestHeaderWriter
    private var bodies = BodyWriter()
    private var decoder = HeaderDecoder(listSizeMax: Self.headerListByteCountMax)
    private var headerList = HeaderList()
    /// The first bytes of a frame that has not been received completely.
    private var partial: SpanBytes = []
    private var assembly = HeaderAssembly()
    private var responseWindow = ResponseWindow()
    private var keepAlive = KeepAlive()
    /// The identifier of the next stream.
    private var nextStreamID: StreamID
    /// Whether any request has received a response on this connection.
    private(set) var hasResponded = false
    private(set) var tokenNumber: UInt32 = 0
    /// The reason in the server's GOAWAY; `nil` if the server has not sent GOAWAY.
    private(set) var goAwayCause: String?

    /// Makes a connection whose ``output`` contains the client's preface.
    ///
    /// - Parameter firstStream: the identifier of the first stream, an odd number.
    init(settings: Settings, firstStream: StreamID = 1) {
        self.settings = settings
        nextStreamID = firstStream
        streams = StreamTable(countMax: settings.streamCountMax)
        headerWriter = RequestHeaderWriter(authority: settings.authority)
        outgoing = OutgoingBytes(ControlFrames.clientPreface)
        HTTP2Settings.append(
            [
                (.enablePush, 0), (.maxConcurrentStreams, 0),
                (.maxHeaderListSize, Self.headerListByteCountMax),
            ], to: &outgoing.bytes)
        let initialWindow = HTTP2Settings().initialWindowSize
        ControlFrames.appendWindowUpdate(
            0, by: ResponseWindow.size - initialWindow, to: &outgoing.bytes)
    }

    // MARK: State

    /// The bytes for the server that were not passed to the socket yet.
    var output: [UInt8] { outgoing.bytes }

    var hasOutput: Bool { !outgoing.bytes.isEmpty }

    /// The number of requests on the connection.
    var openCount: Int { streams.count }

    var isFinished: Bool { phase == .draining && streams.count == 0 }

    /// The number of requests that may start now.
    var capacity: Int {
        guard phase == .open, outgoing.bytes.count < Self.outputByteCountMax,
            bodies.hasRoom(streams)
        else { return 0 }
        return max(0, streamLimit - streams.count)
    }

    /// Whether another connection would help: this connection has received a response, allows
    /// several requests, and has no capacity left.
    var isFull: Bool { phase == .open && hasResponded && streamLimit > 1 && capacity == 0 }

    /// The current maximum number of concurrent requests.
    var streamLimit: Int {
        let awaitsFirst =
            settings.startsWithOne && !hasResponded && !Bug.is(.firstResponseNotAwaited)
        let own = awaitsFirst ? 1 : settings.streamCountMax
        return min(peer.maxConcurrentStreams ?? .max, own)
    }

    /// The server's limit of concurrent streams; `nil` for no limit.
    var peerStreamLimit: Int? { peer.maxConcurrentStreams }

    /// The number of received bytes of an incomplete frame or header block.
    var partialByteCount: Int { partial.count + assembly.byteCount }

    /// The number of bodies that wait for a flow-control window.
    var waitingBodyCount: Int { bodies.waitingCount }

    /// The number of reads, which distinguishes a silent server from a slow server.
    var readCount: UInt64 { keepAlive.readCount }

    /// The number that identifies the PING whose acknowledgement is missing.
    var outstandingPing: UInt64? { keepAlive.outstandingPing }

    /// Moves the events into an empty queue, whose storage is then reused.
    mutating func swapEvents(with used: inout FIFOQueue<Event>) { swap(&events, &used) }

    // MARK: Output

    /// Moves the bytes to write to the socket into an empty array.
    mutating func takeOutput(_ empty: inout [UInt8]) { outgoing.take(&empty) }

    /// Returns whether the last byte of a request was passed to the socket. Until then, the server
    /// cannot have the whole request, and it does not process an incomplete request.
    func isHandedOver(_ flight: Flight) -> Bool { outgoing.isHandedOver(upTo: flight.endOffset) }

    /// Returns whether the whole request was added to the output. If so, the request reaches the
    /// server as long as the connection exists, even if the client gives the request up.
    func isWritten(_ flight: Flight) -> Bool {
        Bug.is(.queuedCountsAsUnsent) ? isHandedOver(flight) : flight.endOffset != .max
    }

    /// Discards the output that has not yet been passed to a socket, before the connection is
    /// closed because of an error. Requests that were not sent may then be sent on another
    /// connection. Only complete frames are discarded, because output is always passed to the
    /// socket as a whole.
    mutating func takeBackOutput() { outgoing.removeAll() }

    /// Removes a request without a response and resets its stream.
    mutating func abandon(_ slot: StreamTable.Slot) {
        ControlFrames.appendReset(streams[slot].streamID, .cancel, to: &outgoing.bytes)
        remove(slot)
    }

    private mutating func remove(_ slot: StreamTable.Slot) {
        bodies.remove(slot)
        streams.remove(slot)
    }

    /// Stops accepting requests.
    mutating func drain() { if phase == .open { phase = .draining } }

    /// Appends a GOAWAY before the client closes the connection.
    mutating func sendGoAway(_ code: HTTP2ErrorCode = .noError) {
        ControlFrames.appendGoAway(lastStreamID: 0, code, to: &outgoing.bytes)
    }

    // MARK: Idle connections

    /// Returns whether nothing was received since the last check.
    mutating func checkIdle() -> Bool { keepAlive.checkIdle() }

    /// Sends a PING and returns the number that identifies it; `nil` while another PING is
    /// outstanding.
    mutating func ping() -> UInt64? {
        guard phase != .connecting, let number = keepAlive.nextPing() else { return nil }
        ControlFrames.appendPing(number, isAcknowledgement: false, to: &outgoing.bytes)
        return number
    }
}

// MARK: - Requests

extension PushConnection {
    /// Sets the provider token for the requests that follow.
    mutating func use(authorization: String?, number: UInt32) {
        guard number != tokenNumber else { return }
        if Bug.is(.tokenChangeForgotten), tokenNumber != 0 { return }
        tokenNumber = number
        headerWriter.setAuthorization(authorization)
    }

    /// The server's limit for the size of a header list.
    private var headerListLimit: Int { peer.maxHeaderListSize ?? .max }

    /// Writes a request. The caller has checked that ``capacity`` is not 0.
    mutating func start(_ request: borrowing EngineRequest, key: RequestKey) -> Start {
        let streamID = nextStreamID
        let body = request.body
        let frameStart = outgoing.bytes.count
        FrameHeader(
            length: 0, type: .headers,
            flags: body.isEmpty ? [.endHeaders, .endStream] : .endHeaders,
            streamID: streamID
        ).append(to: &outgoing.bytes)
        let listSize = headerWriter.append(request, to: &outgoing.bytes)
        guard listSize <= headerListLimit else {
            // The discarded block added entries to the encoder's dynamic table. The server never
            // receives these entries, so the table is cleared.
            outgoing.bytes.removeLast(outgoing.bytes.count - frameStart)
            headerWriter.forget()
            return .headersTooLong(byteCount: listSize, limit: headerListLimit)
        }
        finishHeaderFrame(at: frameStart, streamID)
        nextStreamID += 2
        if nextStreamID > StreamIDs.max { phase = .draining }
        let slot = streams.insert(
            Flight(
                request: key, streamID: streamID, sendWindow: peer.initialWindowSize,
                readCountAtStart: keepAlive.readCount, endOffset: .max, tokenNumber: tokenNumber,
                responseByteCountMax: Int32(clamping: request.responseByteCountMax)))
        let isWritten =
            body.isEmpty
            || bodies.write(
                body, slot, streamID, streamWindow: peer.initialWindowSize,
                frameSizeMax: peer.maxFrameSize, streams: &streams, output: &outgoing)
        if isWritten { streams[slot].endOffset = outgoing.endOffset }
        return .started(slot)
    }

    /// Writes the block's length into its frame, and splits the block into HEADERS and CONTINUATION
    /// frames if it exceeds the server's limit.
    private mutating func finishHeaderFrame(at start: Int, _ streamID: StreamID) {
        let length = outgoing.bytes.count - start - FrameHeader.byteCount
        guard length > peer.maxFrameSize else {
            FrameHeader.patch(length: length, at: start, in: &outgoing.bytes)
            return
        }
        let block = Array(outgoing.bytes[(start + FrameHeader.byteCount)...])
        let endsStream = outgoing.bytes[start + 4] & FrameFlags.endStream.rawValue
        outgoing.bytes.removeLast(outgoing.bytes.count - start)
        var offset = 0
        while offset < block.count {
            let count = min(peer.maxFrameSize, block.count - offset)
            var flags = FrameFlags(rawValue: offset == 0 ? endsStream : 0)
            if offset + count == block.count { flags.insert(.endHeaders) }
            FrameHeader(
                length: count, type: offset == 0 ? .headers : .continuation, flags: flags,
                streamID: streamID
            ).append(to: &outgoing.bytes)
            outgoing.bytes += block[offset..<offset + count]
            offset += count
        }
    }
}

// MARK: - Received bytes

extension PushConnection {
    /// Processes received bytes. A frame may be split between calls at any byte.
    ///
    /// - Throws: An error when the server violates RFC 9113 in a way that ends the connection. The
    ///   ``events`` that were added before the error are valid.
    mutating func receive(_ bytes: borrowing Span<UInt8>) throws(HTTP2ConnectionError) {
        keepAlive.countRead()
        guard partial.isEmpty else {
            partial.append(bytes)
            var whole: SpanBytes = []
            swap(&whole, &partial)
            let consumed = try readFrames(whole.span)
            if consumed < whole.count { partial = SpanBytes(whole[consumed...]) }
            return
        }
        let consumed = try readFrames(bytes)
        if consumed < bytes.count { partial.append(bytes.extracting(consumed..<bytes.count)) }
    }

    /// Processes complete frames and returns their number of bytes.
    private mutating func readFrames(
        _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Int {
        var offset = 0
        while let header = FrameHeader(bytes, at: offset) {
            guard phase != .connecting || header.rawType == FrameType.settings.rawValue else {
                throw HTTP2ConnectionError(.protocolError, "the first frame is not SETTINGS")
            }
            guard header.length <= HTTP2Settings().maxFrameSize else {
                throw HTTP2ConnectionError(.frameSizeError, "a frame is too long")
            }
            let start = offset + FrameHeader.byteCount
            guard bytes.count - start >= header.length else { break }
            try handle(header, bytes.extracting(start..<start + header.length))
            offset = start + header.length
            guard outgoing.controlByteCount < Self.stuckOutputByteCountMax else {
                throw HTTP2ConnectionError(.enhanceYourCalm, "too many control frames")
            }
        }
        return offset
    }

    private mutating func handle(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try assembly.check(header)
        switch header.type {
        case .headers: try receiveHeaders(header, payload)
        case .data: try receiveData(header, payload)
        case .windowUpdate: try receiveWindowUpdate(header, payload)
        case .settings: try receiveSettings(header, payload)
        case .rstStream: try receiveReset(header, payload)
        case .ping: try receivePing(header, payload)
        case .goAway: try receiveGoAway(header, payload)
        case .continuation: try receiveContinuation(header, payload)
        case .priority:
            guard header.streamID != 0 else {
                throw HTTP2ConnectionError(.protocolError, "PRIORITY without a stream")
            }
            guard payload.count == 5 else {
                throw HTTP2ConnectionError(.frameSizeError, "PRIORITY with an invalid length")
            }
        case .pushPromise:
            throw HTTP2ConnectionError(
                .protocolError, "PUSH_PROMISE although server push is disabled")
        case nil: break  // RFC 9113 section 5.5: ignored
        }
    }

    /// Returns the slot of a stream; `nil` when the stream is already closed.
    ///
    /// - Throws: An error when no such stream was ever opened.
    private func slot(_ streamID: StreamID) throws(HTTP2ConnectionError) -> StreamTable.Slot? {
        if let slot = streams.slot(of: streamID) { return slot }
        if Bug.is(.lateResponseGoesToAnother), let other = streams.open.first { return other }
        guard streamID & 1 == 1, streamID < nextStreamID else {
            throw HTTP2ConnectionError(.protocolError, "a frame for a stream that was never opened")
        }
        return nil
    }

    /// Returns the range of the content of a DATA or HEADERS frame without the padding (section
    /// 6.1).
    private func unpadded(
        _ flags: FrameFlags, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Range<Int> {
        guard flags.contains(.padded) else { return 0..<payload.count }
        guard payload.count > 0, Int(payload[0]) < payload.count else {
            throw HTTP2ConnectionError(.protocolError, "padding that is too long")
        }
        return 1..<payload.count - (Bug.is(.paddingIsBody) ? 0 : Int(payload[0]))
    }

    // MARK: Header sections

    private mutating func receiveHeaders(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        var range = try unpadded(header.flags, payload)
        if header.flags.contains(.priority) {
            guard range.count >= 5 else {
                throw HTTP2ConnectionError(.frameSizeError, "HEADERS too short for its priority")
            }
            range = range.lowerBound + 5..<range.upperBound
        }
        let endsStream = header.flags.contains(.endStream)
        guard header.flags.contains(.endHeaders) else {
            return assembly.begin(
                payload.extracting(range), streamID: header.streamID, endsStream: endsStream)
        }
        try receiveBlock(
            payload.extracting(range), streamID: header.streamID, endsStream: endsStream)
    }

    private mutating func receiveContinuation(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard let block = try assembly.append(header, payload) else { return }
        try receiveBlock(
            block.bytes.span, streamID: block.streamID, endsStream: block.endsStream)
    }

    /// Decodes a complete header block. A block of a closed stream is decoded too, because it may
    /// change the dynamic table.
    private mutating func receiveBlock(
        _ block: borrowing Span<UInt8>, streamID: StreamID, endsStream: Bool
    ) throws(HTTP2ConnectionError) {
        if Bug.is(.blocksOfEndedStreamsSkipped), try slot(streamID) == nil { return }
        try decoder.decode(block, into: &headerList)
        guard let slot = try slot(streamID) else { return }
        if decoder.hasSeenBadName, headerList.hasBadName { return breakStream(slot) }
        if streams[slot].response == nil {
            // An interim response is ignored. If it ends the stream, there is no final response.
            let interim = Bug.is(.interimIsFinal) ? EngineResponse(status: 103) : nil
            guard let response = EngineResponse(headerList) ?? interim else {
                if endsStream { finish(slot, EngineResponse(status: 0)) }
                return
            }
            guard !endsStream else { return finish(slot, response) }
            streams[slot].response = response
            return
        }
        // Trailers have no meaning in APNs' responses and must come last (RFC 9113 section 8.1).
        guard endsStream else { return breakStream(slot) }
        finish(slot, streams[slot].response ?? EngineResponse(status: 0))
    }

    // MARK: Bodies

    private mutating func receiveData(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        let range = try unpadded(header.flags, payload)
        try responseWindow.receive(payload.count, output: &outgoing)
        guard let slot = try slot(header.streamID) else { return }
        guard streams[slot].response != nil else { return breakStream(slot) }
        let endsStream = header.flags.contains(.endStream)
        let limit = Int(streams[slot].responseByteCountMax)
        guard (streams[slot].response?.body.count ?? 0) + range.count <= limit else {
            // The status is known, and the rest of the body is not needed.
            var response = streams[slot].response ?? EngineResponse(status: 0)
            response.body = []
            return finish(slot, response, endsStream: endsStream)
        }
        streams[slot].response?.body.append(payload.extracting(range))
        guard !endsStream else {
            return finish(slot, streams[slot].response ?? EngineResponse(status: 0))
        }
        streams[slot].unacknowledgedByteCount += Int32(payload.count)
        if streams[slot].unacknowledgedByteCount >= 32 * 1024, !Bug.is(.responseWindowNotOpened) {
            let count = Int(streams[slot].unacknowledgedByteCount)
            streams[slot].unacknowledgedByteCount = 0
            ControlFrames.appendWindowUpdate(header.streamID, by: count, to: &outgoing.bytes)
        }
    }

    // MARK: End of a stream

    /// - Parameter endsStream: whether the server has ended the stream.
    private mutating func finish(
        _ slot: StreamTable.Slot, _ response: consuming EngineResponse, endsStream: Bool = true
    ) {
        if streams[slot].endOffset == .max || !endsStream {
            // The response arrived before the whole body was sent, so the server does not need the
            // rest of the body (section 8.1).
            ControlFrames.appendReset(streams[slot].streamID, .cancel, to: &outgoing.bytes)
        }
        let (request, tokenNumber) = (streams[slot].request, streams[slot].tokenNumber)
        remove(slot)
        hasResponded = true
        events.append(.response(request, consume response, tokenNumber: tokenNumber))
    }

    /// Resets a stream on which the server violated HTTP (section 8.1.1).
    private mutating func breakStream(_ slot: StreamTable.Slot) {
        let flight = streams[slot]
        ControlFrames.appendReset(flight.streamID, .protocolError, to: &outgoing.bytes)
        remove(slot)
        events.append(
            .broken(
                flight.request, .protocolError, flight.response, wasSent: isWritten(flight)))
    }

    private mutating func receiveReset(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 4 else {
            throw HTTP2ConnectionError(.frameSizeError, "RST_STREAM with an invalid length")
        }
        guard let slot = try slot(header.streamID) else { return }
        let flight = streams[slot]
        remove(slot)
        let code = HTTP2ErrorCode(rawValue: payload.bigEndian32(at: 0))
        events.append(
            .reset(flight.request, code, flight.response, wasSent: isHandedOver(flight)))
    }
}

// MARK: - Frames of the connection

extension PushConnection {
    private mutating func receiveSettings(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(.protocolError, "SETTINGS on a stream")
        }
        guard !header.flags.contains(.ack) else {
            guard payload.count == 0 else {
                throw HTTP2ConnectionError(.frameSizeError, "an acknowledgement with a payload")
            }
            guard phase != .connecting else {
                throw HTTP2ConnectionError(.protocolError, "the first frame is not SETTINGS")
            }
            return
        }
        let before = peer
        try peer.apply(payload)
        guard !peer.enablesPush else {
            throw HTTP2ConnectionError(.protocolError, "ENABLE_PUSH from a server")
        }
        if Bug.is(.loweredStreamLimitIgnored), let limit = before.maxConcurrentStreams {
            peer.maxConcurrentStreams = max(limit, peer.maxConcurrentStreams ?? limit)
        }
        takeTableSizes(payload)
        HTTP2Settings.appendAcknowledgement(to: &outgoing.bytes)
        try changeWindows(by: peer.initialWindowSize - before.initialWindowSize)
        guard phase == .connecting else { return }
        phase = .open
        events.append(.ready)
    }

    /// Applies every HEADER_TABLE_SIZE of one frame. If the frame has several, the next header
    /// block must also contain the smallest value (RFC 7541 section 4.2).
    private mutating func takeTableSizes(_ payload: borrowing Span<UInt8>) {
        guard !Bug.is(.tableSizeUpdateMissing) else { return }
        for offset in stride(from: 0, to: payload.count, by: 6)
        where payload.bigEndian16(at: offset) == HTTP2Settings.Parameter.headerTableSize.rawValue {
            headerWriter.setTableSizeMax(Int(payload.bigEndian32(at: offset + 2)))
        }
    }

    /// Applies the difference between a new INITIAL_WINDOW_SIZE and the previous one to the open
    /// streams (section 6.9.2).
    private mutating func changeWindows(by change: Int) throws(HTTP2ConnectionError) {
        guard change != 0, !Bug.is(.windowChangeSkipsOpenStreams) else { return }
        for slot in streams.open {
            streams[slot].sendWindow += change
            guard streams[slot].sendWindow <= HTTP2Settings.windowMax else {
                throw HTTP2ConnectionError(.flowControlError, "a window is too large")
            }
        }
        if change > 0 { writeWaitingBodies() }
    }

    private mutating func receiveWindowUpdate(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 4 else {
            throw HTTP2ConnectionError(.frameSizeError, "WINDOW_UPDATE with an invalid length")
        }
        let increment = Int(payload.bigEndian32(at: 0) & StreamIDs.max)
        guard header.streamID != 0 else {
            guard increment > 0 else {
                throw HTTP2ConnectionError(.protocolError, "WINDOW_UPDATE with an increment of 0")
            }
            try bodies.openWindow(by: increment)
            return writeWaitingBodies()
        }
        guard let slot = try slot(header.streamID) else { return }
        streams[slot].sendWindow += increment
        guard increment > 0, streams[slot].sendWindow <= HTTP2Settings.windowMax else {
            // The server caused a stream error (section 6.9); the outcome of the stream's request
            // is unknown.
            let flight = streams[slot]
            let code: HTTP2ErrorCode = increment > 0 ? .flowControlError : .protocolError
            ControlFrames.appendReset(flight.streamID, code, to: &outgoing.bytes)
            remove(slot)
            events.append(
                .broken(
                    flight.request, code, flight.response, wasSent: isWritten(flight)))
            return
        }
        writeWaitingBodies()
    }

    /// Continues the waiting bodies after a flow-control window has opened.
    private mutating func writeWaitingBodies() {
        bodies.writeWaiting(
            frameSizeMax: peer.maxFrameSize, streams: &streams, output: &outgoing)
    }

    private mutating func receivePing(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "PING with an invalid length")
        }
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(.protocolError, "PING on a stream")
        }
        let opaque =
            UInt64(payload.bigEndian32(at: 0)) << 32 | UInt64(payload.bigEndian32(at: 4))
        if header.flags.contains(.ack) {
            if keepAlive.acknowledge(opaque) { events.append(.pingAcknowledged) }
        } else if !Bug.is(.pingNotAcknowledged) {
            ControlFrames.appendPing(opaque, isAcknowledgement: true, to: &outgoing.bytes)
        }
    }

    private func isBeyond(_ lastStreamID: StreamID, _ slot: StreamTable.Slot) -> Bool {
        let streamID = streams[slot].streamID
        return streamID > lastStreamID
            || Bug.is(.goAwayTakesLastStreamToo) && streamID == lastStreamID
    }

    private mutating func receiveGoAway(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count >= 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "GOAWAY with an invalid length")
        }
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(.protocolError, "GOAWAY on a stream")
        }
        let lastStreamID = payload.bigEndian32(at: 0) & StreamIDs.max
        let code = HTTP2ErrorCode(rawValue: payload.bigEndian32(at: 4))
        var debugData: [UInt8] = []
        debugData.append(payload.extracting(8..<payload.count))
        phase = .draining
        // The first GOAWAY contains the reason. A later GOAWAY only lowers the last stream, unless
        // it has debug data.
        if goAwayCause == nil || !debugData.isEmpty {
            goAwayCause = GoAwayReason.text(code: code, debugData: debugData)
        }
        for slot in streams.open where isBeyond(lastStreamID, slot) {
            let flight = streams[slot]
            // If a response has begun, it outweighs the server's claim that the server did not
            // process the request.
            events.append(
                flight.response == nil
                    ? .dropped(flight.request)
                    : .reset(flight.request, code, flight.response, wasSent: true))
            remove(slot)
        }
        events.append(.goAway)
    }
}
