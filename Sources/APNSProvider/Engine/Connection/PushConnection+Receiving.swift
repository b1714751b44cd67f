// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// Bytes received from the server.
extension PushConnection {
    /// Processes received bytes, which may be split anywhere.
    ///
    /// - Throws: An error when the server violates RFC 9113 in a way that ends the connection. The
    ///   ``events`` up to then are valid.
    mutating func receive(_ bytes: borrowing Span<UInt8>) throws(HTTP2ConnectionError) {
        heardCount += 1
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
            guard output.count - bodyByteCount < Self.stuckOutputByteCountMax else {
                throw HTTP2ConnectionError(.enhanceYourCalm, "too many control frames")
            }
        }
        return offset
    }

    private mutating func handle(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        if let openBlock {
            guard header.type == .continuation, header.streamID == openBlock.streamID else {
                throw HTTP2ConnectionError(.protocolError, "a header block is interrupted")
            }
        }
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
                throw HTTP2ConnectionError(.protocolError, "PRIORITY of the connection")
            }
            guard payload.count == 5 else {
                throw HTTP2ConnectionError(.frameSizeError, "PRIORITY of a wrong length")
            }
        case .pushPromise:
            throw HTTP2ConnectionError(.protocolError, "PUSH_PROMISE although push is off")
        case nil: break  // RFC 9113 section 5.5: ignored
        }
    }

    /// Returns the slot of a stream; `nil` when the stream is already closed.
    ///
    /// - Throws: An error when no such stream was ever opened.
    func slot(_ streamID: StreamID) throws(HTTP2ConnectionError) -> StreamTable.Slot? {
        if let slot = streams.slot(of: streamID) { return slot }
        if Bug.is(.lateAnswerGoesToAnother), let other = streams.open.first { return other }
        guard streamID & 1 == 1, streamID < nextStreamID else {
            throw HTTP2ConnectionError(.protocolError, "a frame for a stream that was never opened")
        }
        return nil
    }

    /// Returns the range of the content of DATA or HEADERS without the padding (section 6.1).
    private func unpadded(
        _ flags: FrameFlags, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Range<Int> {
        guard flags.contains(.padded) else { return 0..<payload.count }
        guard payload.count > 0, Int(payload[0]) < payload.count else {
            throw HTTP2ConnectionError(.protocolError, "more padding than frame")
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
            var bytes: SpanBytes = []
            bytes.append(payload.extracting(range))
            openBlock = OpenBlock(
                streamID: header.streamID, endsStream: endsStream, bytes: bytes)
            return
        }
        try receiveBlock(
            payload.extracting(range), streamID: header.streamID, endsStream: endsStream)
    }

    private mutating func receiveContinuation(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard var block = openBlock else {
            throw HTTP2ConnectionError(.protocolError, "CONTINUATION without a header block")
        }
        let endsBlock = header.flags.contains(.endHeaders)
        guard block.bytes.count + payload.count <= Self.headerBlockByteCountMax,
            endsBlock || payload.count > 0
        else { throw HTTP2ConnectionError(.enhanceYourCalm, "a header block is too long") }
        if !Bug.is(.continuationLost) { block.bytes.append(payload) }
        guard endsBlock else {
            openBlock = block
            return
        }
        openBlock = nil
        try receiveBlock(
            block.bytes.span, streamID: block.streamID, endsStream: block.endsStream)
    }

    /// Decodes a complete block, even if its stream is closed, because it may change the table.
    private mutating func receiveBlock(
        _ block: borrowing Span<UInt8>, streamID: StreamID, endsStream: Bool
    ) throws(HTTP2ConnectionError) {
        if Bug.is(.blocksOfEndedStreamsSkipped), try slot(streamID) == nil { return }
        try decoder.decode(block, into: &headerList)
        guard let slot = try slot(streamID) else { return }
        if decoder.hasSeenBadName, headerList.hasBadName { return breakStream(slot) }
        if streams[slot].answer == nil {
            // An interim response is ignored; if it ends the stream, there is no response at all.
            let interim = Bug.is(.interimIsFinal) ? Answer(status: 103) : nil
            guard let answer = Answer(headerList) ?? interim else {
                if endsStream { finish(slot, Answer(status: 0)) }
                return
            }
            guard !endsStream else { return finish(slot, answer) }
            streams[slot].answer = answer
            return
        }
        // Trailers have no meaning here and must come last (RFC 9113 section 8.1).
        guard endsStream else { return breakStream(slot) }
        finish(slot, streams[slot].answer ?? Answer(status: 0))
    }

    // MARK: Bodies

    private mutating func receiveData(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        let range = try unpadded(header.flags, payload)
        receiveWindow -= payload.count
        guard receiveWindow >= 0 else {
            throw HTTP2ConnectionError(.flowControlError, "more DATA than the window has room for")
        }
        unacknowledgedByteCount += payload.count
        if unacknowledgedByteCount >= Self.receiveWindow / 2 {
            ControlFrames.appendWindowUpdate(0, by: unacknowledgedByteCount, to: &output)
            receiveWindow += unacknowledgedByteCount
            unacknowledgedByteCount = 0
        }
        guard let slot = try slot(header.streamID) else { return }
        guard streams[slot].answer != nil else { return breakStream(slot) }
        let endsStream = header.flags.contains(.endStream)
        let limit = Int(streams[slot].answerByteCountMax)
        guard (streams[slot].answer?.body.count ?? 0) + range.count <= limit else {
            // The status is known, and the rest of the body is not needed.
            var answer = streams[slot].answer ?? Answer(status: 0)
            answer.body = []
            return finish(slot, answer, endsStream: endsStream)
        }
        streams[slot].answer?.body.append(payload.extracting(range))
        guard !endsStream else {
            return finish(slot, streams[slot].answer ?? Answer(status: 0))
        }
        streams[slot].unacknowledgedByteCount += Int32(payload.count)
        if streams[slot].unacknowledgedByteCount >= 32 * 1024, !Bug.is(.answerWindowNotOpened) {
            let count = Int(streams[slot].unacknowledgedByteCount)
            streams[slot].unacknowledgedByteCount = 0
            ControlFrames.appendWindowUpdate(header.streamID, by: count, to: &output)
        }
    }

    // MARK: End of a stream

    /// - Parameter endsStream: whether the server has ended the stream.
    private mutating func finish(
        _ slot: StreamTable.Slot, _ answer: consuming Answer, endsStream: Bool = true
    ) {
        if streams[slot].endOffset == .max || !endsStream {
            // The response arrived before the whole body was sent: the rest is not needed (section
            // 8.1).
            ControlFrames.appendReset(streams[slot].streamID, .cancel, to: &output)
        }
        let (request, tokenNumber) = (streams[slot].request, streams[slot].tokenNumber)
        remove(slot)
        hasAnswered = true
        events.append(.answered(request, consume answer, tokenNumber: tokenNumber))
    }

    /// Resets a stream on which the server violated HTTP (section 8.1.1).
    private mutating func breakStream(_ slot: StreamTable.Slot) {
        let flight = streams[slot]
        ControlFrames.appendReset(flight.streamID, .protocolError, to: &output)
        remove(slot)
        events.append(
            .broken(
                flight.request, .protocolError, flight.answer, wasSent: isWritten(flight)))
    }

    private mutating func receiveReset(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count == 4 else {
            throw HTTP2ConnectionError(.frameSizeError, "RST_STREAM of a wrong length")
        }
        guard let slot = try slot(header.streamID) else { return }
        let flight = streams[slot]
        remove(slot)
        let code = HTTP2ErrorCode(rawValue: payload.bigEndian32(at: 0))
        events.append(
            .reset(flight.request, code, flight.answer, wasSent: isHandedOver(flight)))
    }
}
