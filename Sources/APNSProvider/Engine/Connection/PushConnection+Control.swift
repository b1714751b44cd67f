// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// Frames that concern the whole connection.
extension PushConnection {
    mutating func receiveSettings(
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
            throw HTTP2ConnectionError(.protocolError, "ENABLE_PUSH of a server")
        }
        if Bug.is(.loweredStreamLimitIgnored), let limit = before.maxConcurrentStreams {
            peer.maxConcurrentStreams = max(limit, peer.maxConcurrentStreams ?? limit)
        }
        takeTableSizes(payload)
        HTTP2Settings.appendAcknowledgement(to: &output)
        try changeWindows(by: peer.initialWindowSize - before.initialWindowSize)
        guard phase == .connecting else { return }
        phase = .open
        events.append(.ready)
    }

    /// Applies every HEADER_TABLE_SIZE of one frame: the next block must also contain the smallest
    /// intermediate value (RFC 7541 section 4.2).
    private mutating func takeTableSizes(_ payload: borrowing Span<UInt8>) {
        guard !Bug.is(.tableSizeUpdateMissing) else { return }
        for offset in stride(from: 0, to: payload.count, by: 6)
        where payload.bigEndian16(at: offset) == HTTP2Settings.Parameter.headerTableSize.rawValue {
            headerWriter.setTableSizeMax(Int(payload.bigEndian32(at: offset + 2)))
        }
    }

    /// Applies a new INITIAL_WINDOW_SIZE to the open streams too (section 6.9.2).
    private mutating func changeWindows(by change: Int) throws(HTTP2ConnectionError) {
        guard change != 0, !Bug.is(.windowChangeSkipsOpenStreams) else { return }
        for slot in streams.open {
            streams[slot].sendWindow += change
            guard streams[slot].sendWindow <= HTTP2Settings.windowMax else {
                throw HTTP2ConnectionError(.flowControlError, "a window is too large")
            }
        }
        if change > 0 { writeBlocked() }
    }

    mutating func receiveWindowUpdate(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 4 else {
            throw HTTP2ConnectionError(.frameSizeError, "WINDOW_UPDATE of a wrong length")
        }
        let increment = Int(payload.bigEndian32(at: 0) & StreamIDs.max)
        guard header.streamID != 0 else {
            guard increment > 0 else {
                throw HTTP2ConnectionError(.protocolError, "WINDOW_UPDATE of nothing")
            }
            sendWindow += increment
            guard sendWindow <= HTTP2Settings.windowMax else {
                throw HTTP2ConnectionError(.flowControlError, "the window is too large")
            }
            return writeBlocked()
        }
        guard let slot = try slot(header.streamID) else { return }
        streams[slot].sendWindow += increment
        guard increment > 0, streams[slot].sendWindow <= HTTP2Settings.windowMax else {
            // A stream error (section 6.9); the outcome of its request is unknown.
            let flight = streams[slot]
            let code: HTTP2ErrorCode = increment > 0 ? .flowControlError : .protocolError
            ControlFrames.appendReset(flight.streamID, code, to: &output)
            remove(slot)
            events.append(
                .broken(
                    flight.request, code, flight.answer, wasSent: isWritten(flight)))
            return
        }
        writeBlocked()
    }

    mutating func receivePing(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "PING of a wrong length")
        }
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(.protocolError, "PING on a stream")
        }
        let opaque =
            UInt64(payload.bigEndian32(at: 0)) << 32 | UInt64(payload.bigEndian32(at: 4))
        if header.flags.contains(.ack) {
            receivePingAnswer(opaque)
        } else if !Bug.is(.pingNotAnswered) {
            ControlFrames.appendPing(opaque, isAnswer: true, to: &output)
        }
    }

    private func isBeyond(_ lastStreamID: StreamID, _ slot: StreamTable.Slot) -> Bool {
        let streamID = streams[slot].streamID
        return streamID > lastStreamID
            || Bug.is(.goAwayTakesLastStreamToo) && streamID == lastStreamID
    }

    mutating func receiveGoAway(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count >= 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "GOAWAY of a wrong length")
        }
        guard header.streamID == 0 else {
            throw HTTP2ConnectionError(.protocolError, "GOAWAY on a stream")
        }
        let lastStreamID = payload.bigEndian32(at: 0) & StreamIDs.max
        let code = HTTP2ErrorCode(rawValue: payload.bigEndian32(at: 4))
        var debugData: [UInt8] = []
        debugData.append(payload.extracting(8..<payload.count))
        phase = .draining
        // The first GOAWAY contains the reason; a later one only lowers the last stream, unless it
        // has debug data.
        if goAwayCause == nil || !debugData.isEmpty {
            goAwayCause = GoAwayReason.words(code: code, debugData: debugData)
        }
        for slot in streams.open where isBeyond(lastStreamID, slot) {
            let flight = streams[slot]
            // A response that has begun outweighs the server's claim that it did not process the
            // request.
            events.append(
                flight.answer == nil
                    ? .dropped(flight.request)
                    : .reset(flight.request, code, flight.answer, wasSent: true))
            remove(slot)
        }
        events.append(.goAway)
    }
}
