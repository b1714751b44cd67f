// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Responses and the client's flow-control windows.
extension ServerConnection {
    /// Responds to a request; does nothing when its stream is closed or already has a response.
    package mutating func respond(to id: StreamID, with answer: ServerResponse) {
        guard !isFinished, let index = streams.index(forKey: id),
            !streams.values[index].isAnswered
        else { return }
        streams.values[index].isAnswered = true
        appendHead(of: answer, id)
        guard !answer.body.isEmpty else { return finish(id) }
        // The usual case: everything fits, and nothing has to be stored.
        let room = min(sendWindow, streams.values[index].sendWindow, peerSettings.maxFrameSize)
        if waiting.isEmpty, answer.body.count <= room {
            sendWindow -= answer.body.count
            FrameHeader(
                length: answer.body.count, type: .data, flags: .endStream, streamID: id
            ).append(to: &output)
            output += answer.body
            explainStrayFrames(Self.strayCountOfData)
            return finish(id)
        }
        streams.values[index].held = answer.body
        heldByteCount += answer.body.count
        waiting.append(id)
        sendHeld()
        if heldByteCount > limits.heldByteCountMax {
            fail(HTTP2ConnectionError(.enhanceYourCalm, "too many answers that are not read"))
        }
    }

    /// Leaves a request without a response and its stream open, until the client resets it or the
    /// connection ends.
    package mutating func withhold(_ id: StreamID) { streams[id]?.deadline = nil }

    /// A client may send WINDOW_UPDATE for the stream and for the connection after each DATA frame.
    private static let strayCountOfData = 2

    private mutating func appendHead(of answer: ServerResponse, _ id: StreamID) {
        let start = output.count
        FrameHeader(length: 0, type: .headers, streamID: id).append(to: &output)
        encoder.beginBlock(&output)
        encoder.append(name: ":status", value: String(answer.status), .remembered, to: &output)
        for header in answer.headers {
            // Content types repeat, identifiers do not.
            encoder.append(
                name: header.name, value: header.value,
                header.name == "content-type" ? .remembered : .nameRemembered, to: &output)
        }
        let length = output.count - start - FrameHeader.byteCount
        var flags: FrameFlags = answer.body.isEmpty ? .endStream : []
        if length <= peerSettings.maxFrameSize {
            flags.insert(.endHeaders)
            FrameHeader.patch(length: length, at: start, in: &output)
        } else {
            split(from: start, length: length, id)
        }
        output[start + 4] = flags.rawValue
    }

    /// Splits a block that exceeds the frame size limit into HEADERS and CONTINUATION.
    private mutating func split(from start: Int, length: Int, _ id: StreamID) {
        let block = Array(output[(start + FrameHeader.byteCount)...])
        let size = peerSettings.maxFrameSize
        output.removeSubrange((start + FrameHeader.byteCount + size)...)
        FrameHeader.patch(length: size, at: start, in: &output)
        var offset = size
        while offset < length {
            let end = min(offset + size, length)
            FrameHeader(
                length: end - offset, type: .continuation, flags: end == length ? .endHeaders : [],
                streamID: id
            ).append(to: &output)
            output += block[offset..<end]
            offset = end
        }
    }

    /// Sends as much as the windows allow, the oldest responses first.
    mutating func sendHeld() {
        guard !waiting.isEmpty else { return }
        var done: [StreamID] = []
        for id in waiting where sendWindow > 0 {
            guard let index = streams.index(forKey: id) else { continue }
            while true {
                let start = streams.values[index].heldStart
                let left = streams.values[index].held.count - start
                let count = min(
                    left, sendWindow, streams.values[index].sendWindow, peerSettings.maxFrameSize)
                guard count > 0 else { break }
                FrameHeader(
                    length: count, type: .data, flags: count == left ? .endStream : [],
                    streamID: id
                ).append(to: &output)
                explainStrayFrames(Self.strayCountOfData)
                output += streams.values[index].held[start..<start + count]
                sendWindow -= count
                streams.values[index].sendWindow -= count
                streams.values[index].heldStart += count
                heldByteCount -= count
                if count == left {
                    done.append(id)
                    break
                }
            }
        }
        for id in done { finish(id) }
    }

    /// Finishes a stream whose response is sent. A request that is still incomplete is drained or
    /// stopped (RFC 9113 section 8.1).
    private mutating func finish(_ id: StreamID) {
        guard let stream = streams[id] else { return }
        if stream.isRequestComplete { return close(id) }
        streams[id]?.isDraining = true
        if isEnding { return cancel(id, .noError) }
        guard stream.cannotEnd else { return }
        let deadline = now + limits.drainTime
        streams[id]?.deadline = deadline
        drainDeadline = min(drainDeadline ?? deadline, deadline)
    }
}
