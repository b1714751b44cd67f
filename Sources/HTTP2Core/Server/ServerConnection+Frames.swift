// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Handling of each frame (RFC 9113 section 6).
extension ServerConnection {
    mutating func take(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        if let block, header.type != .continuation || header.streamID != block.streamID {
            throw HTTP2ConnectionError(.protocolError, "a frame inside a header block")
        }
        guard hasSettings || header.type == .settings && !header.flags.contains(.ack) else {
            throw HTTP2ConnectionError(.protocolError, "the first frame is not SETTINGS")
        }
        switch header.type {
        case .data: try takeData(header, payload)
        case .headers: try takeHeaders(header, payload)
        case .continuation: try takeContinuation(header, payload)
        case .priority: try takePriority(header)
        case .rstStream: try takeReset(header)
        case .settings: try takeSettings(header, payload)
        case .pushPromise:
            throw HTTP2ConnectionError(.protocolError, "PUSH_PROMISE from a client")
        case .ping: try takePing(header, payload)
        case .goAway: try takeGoAway(header)
        case .windowUpdate: try takeWindowUpdate(header, payload)
        case nil: try countIdleFrame()
        }
    }

    private mutating func countIdleFrame() throws(HTTP2ConnectionError) {
        if idleFrames.exceeds(limits.idleFrameCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many frames that mean nothing")
        }
    }

    /// Counts a frame that is permitted but useless, unless it is explained by something the server
    /// sent: clients send WINDOW_UPDATE for each DATA frame, and frames that they sent before they
    /// received a reset arrive after it.
    mutating func countStrayFrame() throws(HTTP2ConnectionError) {
        guard explainedStrayCount == 0 else {
            explainedStrayCount -= 1
            return
        }
        if strayFrames.exceeds(limits.strayFrameCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many frames that ask for nothing")
        }
    }

    /// Records that the server sent something that may cause a number of stray frames.
    mutating func explainStrayFrames(_ count: Int) {
        explainedStrayCount = min(explainedStrayCount + count, Self.explainedStrayCountMax)
    }

    /// The limit for the number of stray frames that are explained in advance.
    private static let explainedStrayCountMax = 100_000

    private func requireConnection(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(
                .protocolError, "a frame of the connection with a stream's number")
        }
    }

    private func require(
        _ header: FrameHeader, length: Int
    ) throws(HTTP2ConnectionError) {
        guard header.length == length else {
            throw HTTP2ConnectionError(.frameSizeError, "a frame of a wrong length")
        }
    }

    /// Requires the frame to be for a stream that the client has opened, now or before.
    private func requireOpened(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID % 2 == 1, header.streamID <= lastStreamID else {
            throw HTTP2ConnectionError(.protocolError, "a frame for a stream that is not open")
        }
    }

    /// Returns the range of a payload's content without the padding (section 6.1).
    func unpadded(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Range<Int> {
        guard header.flags.contains(.padded) else { return 0..<payload.count }
        guard payload.count > 0, Int(payload[0]) < payload.count else {
            throw HTTP2ConnectionError(.protocolError, "padding that is too long")
        }
        return 1..<payload.count - Int(payload[0])
    }

    // MARK: DATA

    private mutating func takeData(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireOpened(header)
        guard header.length <= receiveWindow else {
            throw HTTP2ConnectionError(.flowControlError, "DATA beyond the connection's window")
        }
        receiveWindow -= header.length
        let content = try unpadded(header, payload)
        let isEnd = header.flags.contains(.endStream)
        if content.isEmpty, !isEnd { try countIdleFrame() }
        let id = header.streamID
        guard let index = streams.index(forKey: id) else {
            // Frames that the client sent before it received RST_STREAM or GOAWAY are not an error.
            if id <= resetStreamIDMax || id > takenStreamIDMax { return try countStrayFrame() }
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
    mutating func endRequest(_ id: StreamID) throws(HTTP2ConnectionError) {
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

    func isReady(_ id: StreamID) -> Bool { streams[id]?.isReady ?? true }

    private mutating func makeReady(_ id: StreamID) {
        guard let index = streams.index(forKey: id), !streams.values[index].isReady else { return }
        streams.values[index].isReady = true
        ready.append(id)
    }

    // MARK: Other frames

    /// Priorities are deprecated; only the frame's format is checked (section 6.3).
    private mutating func takePriority(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard header.streamID != 0 else {
            throw HTTP2ConnectionError(.protocolError, "PRIORITY without a stream")
        }
        try require(header, length: 5)
        try countIdleFrame()
    }

    private mutating func takeReset(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        try require(header, length: 4)
        try requireOpened(header)
        guard streams[header.streamID] != nil else { return try countStrayFrame() }
        close(header.streamID)
        try countReset()
    }

    private mutating func takeSettings(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        if header.flags.contains(.ack) {
            try require(header, length: 0)
            guard !unacknowledged.isEmpty else { return try countStrayFrame() }
            acknowledgedStreamCount = unacknowledged.removeFirst()
            return
        }
        try countIdleFrame()
        let before = peerSettings.initialWindowSize
        try peerSettings.apply(payload)
        encoder.setTableSizeMax(peerSettings.headerTableSize)
        if !hasSettings {
            hasSettings = true
            idleSince = now
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

    private mutating func takePing(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        try require(header, length: 8)
        // The server sends no PING that could be acknowledged.
        try countIdleFrame()
        guard !header.flags.contains(.ack) else { return }
        let opaque =
            UInt64(payload.bigEndian32(at: 0)) << 32 | UInt64(payload.bigEndian32(at: 4))
        ControlFrames.appendPing(opaque, isAnswer: true, to: &output)
    }

    /// Handles GOAWAY: the client's open requests still get a response.
    private mutating func takeGoAway(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        try requireConnection(header)
        guard header.length >= 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "a frame of a wrong length")
        }
        if !isEnding { end(.noError) }
    }

    private mutating func takeWindowUpdate(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        try require(header, length: 4)
        try countStrayFrame()
        let increment = Int(payload.bigEndian32(at: 0) & StreamIDs.max)
        let id = header.streamID
        guard id != 0 else {
            guard increment > 0 else {
                throw HTTP2ConnectionError(.protocolError, "WINDOW_UPDATE by nothing")
            }
            sendWindow += increment
            guard sendWindow <= HTTP2Settings.windowMax else {
                throw HTTP2ConnectionError(.flowControlError, "a window that is too large")
            }
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
