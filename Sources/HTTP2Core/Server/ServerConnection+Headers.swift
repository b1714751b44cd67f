// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Header blocks: request headers and trailers.
extension ServerConnection {
    mutating func takeHeaders(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard header.streamID % 2 == 1 else {
            throw HTTP2ConnectionError(.protocolError, "HEADERS with a number no client may use")
        }
        var content = try unpadded(header, payload)
        if header.flags.contains(.priority) {
            guard content.count >= 5 else {
                throw HTTP2ConnectionError(.frameSizeError, "a frame of a wrong length")
            }
            content = content.lowerBound + 5..<content.upperBound
        }
        let bytes = payload.extracting(content)
        if header.flags.contains(.endHeaders) {
            return try takeBlock(header.streamID, header.flags, bytes)
        }
        var begun: SpanBytes = []
        begun.append(bytes)
        block = (header.streamID, header.flags, begun, 0)
    }

    mutating func takeContinuation(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard var begun = block else {
            throw HTTP2ConnectionError(.protocolError, "CONTINUATION without HEADERS")
        }
        block = nil
        begun.bytes.append(payload)
        begun.frameCount += 1
        guard begun.bytes.count <= limits.headerBlockByteCountMax,
            begun.frameCount <= limits.continuationCountMax
        else { throw HTTP2ConnectionError(.enhanceYourCalm, "a header block that is too long") }
        guard header.flags.contains(.endHeaders) else {
            block = begun
            return
        }
        try takeBlock(begun.streamID, begun.flags, begun.bytes.span)
    }

    /// Decodes a complete block, whatever its stream, because each may change the table.
    private mutating func takeBlock(
        _ id: StreamID, _ flags: FrameFlags, _ bytes: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try decoder.decode(bytes, into: &list)
        if id > lastStreamID {
            try open(id, endsStream: flags.contains(.endStream))
        } else if let stream = streams[id] {
            guard !stream.isRequestComplete else { return try reset(id, .streamClosed) }
            guard flags.contains(.endStream), RequestHead(list, isTrailers: true).fault == nil
            else { return try reset(id, .protocolError) }
            try endRequest(id)
        } else if id > resetStreamIDMax, id <= takenStreamIDMax {
            // If the client skipped no stream identifier, it has used this one before.
            let wasOpen = lastStreamID == openedCount * 2 - 1
            throw HTTP2ConnectionError(
                wasOpen ? .streamClosed : .protocolError, "HEADERS for an older stream")
        } else {
            try countStrayFrame()
        }
    }

    private mutating func open(
        _ id: StreamID, endsStream: Bool
    ) throws(HTTP2ConnectionError) {
        let previous = lastStreamID
        lastStreamID = id
        openedCount += 1
        guard id <= takenStreamIDMax else { return }
        if streams.count >= streamCountTaken {
            switch excessRule {
            case .refuse: return try refuse(id)
            case .end(let words): return end(.protocolError, words, lastStreamID: previous)
            }
        }
        // While a client does not know the announced number yet, only the fixed limit applies.
        if streams.count >= limits.streamCountMax { return try refuse(id) }
        let head = RequestHead(list)
        let isTooLong = list.listSize > limits.headerListSizeMax
        if head.fault != nil, !isTooLong {
            try countReset()
            return appendReset(id, .protocolError)
        }
        var stream = ServerStream(
            head: HeaderList(), contentLength: head.contentLength,
            deadline: now + limits.requestTime, sendWindow: peerSettings.initialWindowSize)
        if isTooLong {
            stream.isRequestComplete = endsStream
            stream.isReady = true
            streams[id] = stream
            try countReset()
            return respond(to: id, with: ServerResponse(status: 431))
        }
        stream.head = takeList()
        streams[id] = stream
        if endsStream { try endRequest(id) }
    }

    /// The number of open streams that is enforced at present.
    private var streamCountTaken: Int {
        switch excessRule {
        case .refuse: announcedStreamCount
        case .end:
            // Before the first acknowledgement the client may not know of any limit.
            max(acknowledgedStreamCount ?? .max, unacknowledged.max() ?? 0)
        }
    }

    private mutating func refuse(_ id: StreamID) throws(HTTP2ConnectionError) {
        appendReset(id, .refusedStream)
    }

    private mutating func appendReset(_ id: StreamID, _ code: HTTP2ErrorCode) {
        ControlFrames.appendReset(id, code, to: &output)
        resetStreamIDMax = max(resetStreamIDMax, id)
        explainStrayFrames(Self.strayCountOfReset)
    }

    /// The number of a request's frames that may be in transit when its stream is reset: a body in
    /// a few pieces and a WINDOW_UPDATE. HEADERS that open a stream are counted elsewhere.
    private static let strayCountOfReset = 8

    // MARK: Closing

    /// Resets a stream because of an error of the client.
    mutating func reset(_ id: StreamID, _ code: HTTP2ErrorCode) throws(HTTP2ConnectionError) {
        appendReset(id, code)
        close(id)
        try countReset()
    }

    /// Resets a stream that timed out or that must not continue.
    mutating func cancel(_ id: StreamID, _ code: HTTP2ErrorCode) {
        appendReset(id, code)
        close(id)
    }

    mutating func countReset() throws(HTTP2ConnectionError) {
        if resets.exceeds(limits.streamResetCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many streams were reset")
        }
    }

    mutating func close(_ id: StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        heldByteCount -= stream.held.count - stream.heldStart
        if !stream.held.isEmpty { waiting.removeAll { $0 == id } }
        guard streams.isEmpty else { return }
        idleSince = now
        if isEnding { isFinished = true }
    }
}
