// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// Writes the bodies of requests within the flow-control windows. The writer stores the
/// connection's window; the windows of the streams are in the stream table.
struct BodyWriter: Sendable {
    /// A request body, or the rest of a request body, that waits for room in a flow-control window.
    private struct WaitingBody {
        var slot: StreamTable.Slot
        var streamID: StreamID
        var body: [UInt8]
        var offset: Int
    }

    /// The connection's flow-control window in bytes.
    private var window = 65_535
    /// The waiting bodies, oldest first.
    private var waiting: [WaitingBody] = []

    var waitingCount: Int { waiting.count }

    /// Returns whether the connection's window has room for another request, which means that the
    /// window is not used up and no body waits for it.
    @inline(__always)
    func hasRoom(_ streams: StreamTable) -> Bool {
        window > 0 && (waiting.isEmpty || !isBlockedByConnection(streams))
    }

    /// Returns whether a body waits only for the connection's window, because the window of its
    /// stream has room.
    @inline(never)
    private func isBlockedByConnection(_ streams: StreamTable) -> Bool {
        waiting.contains { streams[$0.slot].sendWindow > 0 }
    }

    /// Adds the increment of a WINDOW_UPDATE to the connection's window.
    mutating func openWindow(by increment: Int) throws(HTTP2ConnectionError) {
        window += increment
        guard window <= HTTP2Settings.windowMax else {
            throw HTTP2ConnectionError(.flowControlError, "the window is too large")
        }
    }

    /// Writes the body of a request that has just begun, or as much of it as the windows have room
    /// for.
    ///
    /// - Parameters:
    ///   - streamWindow: the window of the request's stream.
    ///   - frameSizeMax: the server's MAX_FRAME_SIZE.
    /// - Returns: Whether the whole body is written.
    mutating func write(
        _ body: [UInt8], _ slot: StreamTable.Slot, _ streamID: StreamID, streamWindow: Int,
        frameSizeMax: Int, streams: inout StreamTable, output: inout OutgoingBytes
    ) -> Bool {
        if body.count <= min(window, frameSizeMax), body.count <= streamWindow, waiting.isEmpty {
            FrameHeader(length: body.count, type: .data, flags: .endStream, streamID: streamID)
                .append(to: &output.bytes)
            output.append(body: body)
            if !Bug.is(.connectionWindowNotCounted) { window -= body.count }
            streams[slot].sendWindow -= body.count
            return true
        }
        var rest = WaitingBody(slot: slot, streamID: streamID, body: body, offset: 0)
        let isWritten = writeSome(
            of: &rest, frameSizeMax: frameSizeMax, streams: &streams, output: &output)
        if !isWritten { waiting.append(rest) }
        return isWritten
    }

    /// Writes as much of the body as there is room for; returns `true` when nothing is left.
    private mutating func writeSome(
        of rest: inout WaitingBody, frameSizeMax: Int, streams: inout StreamTable,
        output: inout OutgoingBytes
    ) -> Bool {
        while rest.offset < rest.body.count {
            let room = min(window, streams[rest.slot].sendWindow, frameSizeMax)
            guard room > 0 else { return false }
            let end = min(rest.offset + room, rest.body.count)
            let isLast = end == rest.body.count || Bug.is(.endStreamTooEarly)
            FrameHeader(
                length: end - rest.offset, type: .data, flags: isLast ? .endStream : [],
                streamID: rest.streamID
            ).append(to: &output.bytes)
            output.append(body: rest.body[rest.offset..<end])
            if !Bug.is(.connectionWindowNotCounted) { window -= end - rest.offset }
            streams[rest.slot].sendWindow -= end - rest.offset
            rest.offset = end
        }
        streams[rest.slot].endOffset = output.endOffset
        return true
    }

    /// Continues the waiting bodies after a window has opened.
    mutating func writeWaiting(
        frameSizeMax: Int, streams: inout StreamTable, output: inout OutgoingBytes
    ) {
        guard !waiting.isEmpty, !Bug.is(.windowUpdateForgotten) else { return }
        var bodies: [WaitingBody] = []
        swap(&bodies, &waiting)
        for index in bodies.indices
        where !writeSome(
            of: &bodies[index], frameSizeMax: frameSizeMax, streams: &streams, output: &output)
        {
            waiting.append(bodies[index])
        }
    }

    /// Drops the body of a request that has ended.
    mutating func remove(_ slot: StreamTable.Slot) {
        guard !waiting.isEmpty, !Bug.is(.restOfEndedBodyIsSent) else { return }
        waiting.removeAll { $0.slot == slot }
    }
}
