// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// Sending of requests.
extension PushConnection {
    /// The result of an attempt to start a request.
    enum Start: Hashable, Sendable {
        case started(StreamTable.Slot)
        /// The header list exceeds the server's limit; nothing was written.
        case headersTooLong(byteCount: Int, limit: Int)
    }

    /// The server's limit for the size of a header list.
    private var headerListLimit: Int { peer.maxHeaderListSize ?? .max }

    /// Writes a request. The caller has checked that ``capacity`` is not 0.
    mutating func start(_ request: borrowing EngineRequest, key: RequestKey) -> Start {
        let streamID = nextStreamID
        let body = request.body
        let frameStart = output.count
        FrameHeader(
            length: 0, type: .headers,
            flags: body.isEmpty ? [.endHeaders, .endStream] : .endHeaders,
            streamID: streamID
        ).append(to: &output)
        let listSize = headerWriter.append(request, to: &output)
        guard listSize <= headerListLimit else {
            // The discarded block added entries to the encoder's dynamic table that the server
            // never gets, so clear the table.
            output.removeLast(output.count - frameStart)
            headerWriter.forget()
            return .headersTooLong(byteCount: listSize, limit: headerListLimit)
        }
        finishHeaderFrame(at: frameStart, streamID)
        nextStreamID += 2
        if nextStreamID > StreamIDs.max { phase = .draining }
        let slot = streams.insert(
            Flight(
                request: key, streamID: streamID, sendWindow: peer.initialWindowSize,
                heardCountAtStart: heardCount, endOffset: .max, tokenNumber: tokenNumber,
                answerByteCountMax: Int32(clamping: request.answerByteCountMax)))
        if !body.isEmpty { write(body, slot, streamID) }
        if streams[slot].endOffset == .max, blocked.last?.slot != slot {
            streams[slot].endOffset = endOffset
        }
        return .started(slot)
    }

    /// Writes the block's length into its frame, and splits the block into HEADERS and CONTINUATION
    /// frames if it exceeds the server's limit.
    private mutating func finishHeaderFrame(at start: Int, _ streamID: StreamID) {
        let length = output.count - start - FrameHeader.byteCount
        guard length > peer.maxFrameSize else {
            FrameHeader.patch(length: length, at: start, in: &output)
            return
        }
        let block = Array(output[(start + FrameHeader.byteCount)...])
        let endsStream = output[start + 4] & FrameFlags.endStream.rawValue
        output.removeLast(output.count - start)
        var offset = 0
        while offset < block.count {
            let count = min(peer.maxFrameSize, block.count - offset)
            var flags = FrameFlags(rawValue: offset == 0 ? endsStream : 0)
            if offset + count == block.count { flags.insert(.endHeaders) }
            FrameHeader(
                length: count, type: offset == 0 ? .headers : .continuation, flags: flags,
                streamID: streamID
            ).append(to: &output)
            output += block[offset..<offset + count]
            offset += count
        }
    }

    /// Writes a body, or as much of it as the windows have room for.
    private mutating func write(
        _ body: [UInt8], _ slot: StreamTable.Slot, _ streamID: StreamID
    ) {
        if body.count <= min(sendWindow, peer.maxFrameSize), body.count <= peer.initialWindowSize,
            blocked.isEmpty
        {
            FrameHeader(length: body.count, type: .data, flags: .endStream, streamID: streamID)
                .append(to: &output)
            output += body
            bodyByteCount += body.count
            if !Bug.is(.connectionWindowNotCounted) { sendWindow -= body.count }
            streams[slot].sendWindow -= body.count
            return
        }
        var rest = BlockedBody(slot: slot, streamID: streamID, body: body, offset: 0)
        if !writeSome(of: &rest) { blocked.append(rest) }
    }

    /// Writes as much as there is room for; returns `true` when nothing is left.
    private mutating func writeSome(of rest: inout BlockedBody) -> Bool {
        while rest.offset < rest.body.count {
            let room = min(sendWindow, streams[rest.slot].sendWindow, peer.maxFrameSize)
            guard room > 0 else { return false }
            let end = min(rest.offset + room, rest.body.count)
            let isLast = end == rest.body.count || Bug.is(.endStreamTooEarly)
            FrameHeader(
                length: end - rest.offset, type: .data, flags: isLast ? .endStream : [],
                streamID: rest.streamID
            ).append(to: &output)
            output += rest.body[rest.offset..<end]
            bodyByteCount += end - rest.offset
            if !Bug.is(.connectionWindowNotCounted) { sendWindow -= end - rest.offset }
            streams[rest.slot].sendWindow -= end - rest.offset
            rest.offset = end
        }
        streams[rest.slot].endOffset = endOffset
        return true
    }

    /// Continues the waiting bodies after a window has opened.
    mutating func writeBlocked() {
        guard !blocked.isEmpty, !Bug.is(.windowUpdateForgotten) else { return }
        var waiting = blocked
        blocked = []
        var left: [BlockedBody] = []
        for index in waiting.indices where !writeSome(of: &waiting[index]) {
            left.append(waiting[index])
        }
        blocked = left
    }
}
