// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// Receiving the client's bytes and checking that they follow the rules of HTTP/2.
extension ModelServer {
    mutating func receive(
        _ bytes: [UInt8], _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        partial += bytes
        var offset = 0
        if !hasPreface {
            let preface = ControlFrames.clientPreface
            guard partial.count >= preface.count else { return }
            if !partial.starts(with: preface) { record.addProblem("no preface") }
            hasPreface = true
            offset = preface.count
        }
        while partial.count - offset >= 9 {
            let length =
                Int(partial[offset]) << 16 | Int(partial[offset + 1]) << 8
                | Int(partial[offset + 2])
            if length > inForce.maxFrameSize { record.addProblem("a frame of \(length) bytes") }
            guard partial.count - offset >= 9 + length else { break }
            var streamID: StreamID = 0
            for byte in partial[(offset + 5)..<(offset + 9)] {
                streamID = streamID << 8 | StreamID(byte)
            }
            let frame = Frame(
                type: partial[offset + 3], flags: FrameFlags(rawValue: partial[offset + 4]),
                streamID: streamID, payload: Array(partial[(offset + 9)..<(offset + 9 + length)]))
            handle(frame, &record, &random)
            offset += 9 + length
        }
        partial.removeFirst(offset)
    }

    struct Frame {
        let type: UInt8
        let flags: FrameFlags
        let streamID: StreamID
        let payload: [UInt8]

        func number(at offset: Int) -> Int {
            payload[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private mutating func handle(
        _ frame: Frame, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        if openBlock != nil, frame.type != FrameType.continuation.rawValue {
            record.addProblem("a header block is interrupted")
        }
        switch FrameType(rawValue: frame.type) {
        case .settings: receiveSettings(frame, &record)
        case .headers: receiveHeaders(frame, &record, &random)
        case .continuation:
            openBlock?.bytes += frame.payload
            if frame.flags.contains(.endHeaders) { endBlock(&record, &random) }
        case .data: receiveData(frame, &record, &random)
        case .windowUpdate:
            let count = frame.number(at: 0)
            if frame.streamID == 0 {
                sendWindow += count
            } else {
                streams[frame.streamID]?.sendWindow += count
            }
            sendRests(&record)
        case .rstStream:
            streams[frame.streamID]?.resetByClient = true
            streams[frame.streamID]?.isReset = true
            if streams[frame.streamID] == nil { record.addProblem("RST_STREAM of an idle stream") }
            // The client regards the response as complete or too long.
            if streams[frame.streamID]?.hasBegunResponse == true { hasResponded = true }
        case .ping: receivePing(frame, &record)
        case .goAway:
            if frame.number(at: 4) != 0 {
                record.addProblem("the client sent GOAWAY with code \(frame.number(at: 4))")
            }
            isOver = true
        case .priority, .pushPromise, nil: record.addProblem("a frame of type \(frame.type)")
        }
    }

    private mutating func receivePing(_ frame: Frame, _ record: inout SimRecord) {
        let number = UInt64(frame.number(at: 0)) << 32 | UInt64(frame.number(at: 4))
        guard frame.flags.contains(.ack) else {
            ControlFrames.appendPing(number, isAcknowledgement: true, to: &output)
            pingAcknowledgementOffset = endOffset
            return
        }
        guard let index = unacknowledgedPings.firstIndex(of: number) else {
            return record.addProblem("an acknowledgement of a PING that was not sent")
        }
        unacknowledgedPings.remove(at: index)
    }

    private mutating func receiveSettings(_ frame: Frame, _ record: inout SimRecord) {
        guard frame.flags.contains(.ack) else {
            for offset in stride(from: 0, to: frame.payload.count, by: 6)
            where frame.payload[offset + 1] == 4 {
                clientWindow = frame.number(at: offset + 2)
            }
            return HTTP2Settings.appendAcknowledgement(to: &output)
        }
        guard !unacknowledged.isEmpty else {
            return record.addProblem("an acknowledgement of SETTINGS that were not sent")
        }
        for (parameter, value) in unacknowledged.removeFirst() {
            switch parameter {
            case .headerTableSize: decoder.setTableSizeMax(value)
            case .maxConcurrentStreams: inForce.maxConcurrentStreams = value
            case .initialWindowSize:
                for streamID in streams.keys {
                    streams[streamID]?.window += value - inForce.initialWindowSize
                }
                inForce.initialWindowSize = value
            case .maxFrameSize: inForce.maxFrameSize = value
            case .maxHeaderListSize: inForce.maxHeaderListSize = value
            case .enablePush: break
            }
        }
    }

    // MARK: Requests

    private mutating func receiveHeaders(
        _ frame: Frame, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        if frame.streamID & 1 == 0 || frame.streamID <= highestStreamID {
            record.addProblem("stream \(frame.streamID) after \(highestStreamID)")
        }
        highestStreamID = frame.streamID
        openBlock = (frame.streamID, frame.flags.contains(.endStream), frame.payload)
        if frame.flags.contains(.endHeaders) { endBlock(&record, &random) }
    }

    private mutating func endBlock(_ record: inout SimRecord, _ random: inout SeededGenerator) {
        guard let (streamID, endsStream, block) = openBlock else {
            return record.addProblem("CONTINUATION without HEADERS")
        }
        openBlock = nil
        var list = HeaderList()
        do { try decoder.decode(block.span, into: &list) } catch {
            isOver = true
            return record.addProblem("a header block cannot be read: \(error.problem)")
        }
        let fields = list.pairs.map { SimRequest.Field(name: $0.name, value: $0.value) }
        if list.listSize > inForce.maxHeaderListSize ?? .max {
            record.addProblem("a header list of \(list.listSize) bytes")
        }
        guard let attempt = note(fields, streamID, &record) else { return }
        var stream = Stream(
            attempt: attempt, window: inForce.initialWindowSize, sendWindow: clientWindow)
        if let lastStreamID, streamID > lastStreamID {
            stream.isReset = true
            record.attempts[attempt].isRefused = true
            record.attempts[attempt].proofOffset = goAwayOffset
        } else {
            checkLimit(streamID, &record)
        }
        streams[streamID] = stream
        if endsStream { endRequest(streamID, &record, &random) }
        let isEarly = random.thousandths(profile.earlyResponseChance)
        if isEarly, !endsStream { tasks.append(.respond(streamID)) }
    }

    private func checkLimit(_ streamID: StreamID, _ record: inout SimRecord) {
        if let limit = inForce.maxConcurrentStreams, openCount >= limit {
            record.addProblem("stream \(streamID) is one more than the \(limit) allowed")
        }
        if profile.settings.usesTokens, !hasResponded, openCount >= 1 {
            record.addProblem("stream \(streamID) did not wait for the first response")
        }
    }

    /// Finds the request that these fields belong to, and checks its headers and provider token.
    private func note(
        _ fields: [SimRequest.Field], _ streamID: StreamID, _ record: inout SimRecord
    ) -> Int? {
        guard let path = fields.first(where: { $0.name == ":path" })?.value,
            let number = SimRequest.number(ofPath: path), record.requests.indices.contains(number)
        else {
            record.addProblem("an unknown request")
            return nil
        }
        let authorization = fields.first { $0.name == APNSHeader.authorization }?.value
        if fields.filter({ $0.name != APNSHeader.authorization }) != record.requests[number].fields
            || (authorization != nil) != profile.settings.usesTokens
        {
            record.addProblem("request \(number) has wrong headers: \(fields)")
        }
        let tokenNumber = authorization.flatMap { SimRecord.tokenNumber($0) }
        if profile.settings.usesTokens, tokenNumber.map(SimRecord.authorization) != authorization {
            record.addProblem("request \(number) has an unknown token")
        }
        if let tokenNumber, tokenNumber < record.requests[number].tokenNumberMin {
            record.addProblem("request \(number) was sent with the old token \(tokenNumber)")
        }
        record.attempts.append(
            SimAttempt(
                request: number, connection: id, streamID: streamID, tokenNumber: tokenNumber))
        return record.attempts.count - 1
    }

    private mutating func receiveData(
        _ frame: Frame, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        window -= frame.payload.count
        if window < 0 { record.addProblem("the connection's window is overrun") }
        replenish(0, frame.payload.count, &random)
        guard let stream = streams[frame.streamID] else {
            return record.addProblem("DATA on idle stream \(frame.streamID)")
        }
        if stream.isWhole || stream.resetByClient {
            record.addProblem("DATA on stream \(frame.streamID), which the client has ended")
        }
        if stream.window < frame.payload.count, !frame.payload.isEmpty {
            record.addProblem("the window of stream \(frame.streamID) is overrun")
        }
        streams[frame.streamID]?.window -= frame.payload.count
        streams[frame.streamID]?.body += frame.payload
        guard !stream.isReset else { return }
        replenish(frame.streamID, frame.payload.count, &random)
        if frame.flags.contains(.endStream) { endRequest(frame.streamID, &record, &random) }
    }

    private mutating func endRequest(
        _ streamID: StreamID, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        guard let stream = streams[streamID] else { return }
        streams[streamID]?.isWhole = true
        let number = record.attempts[stream.attempt].request
        if stream.body != record.requests[number].body {
            record.addProblem("request \(number) has \(stream.body.count) bytes of another body")
        }
        guard !stream.isReset else { return }
        record.attempts[stream.attempt].isWhole = true
        if !stream.hasBegunResponse { tasks.append(.respond(streamID)) }
    }

    /// Opens a window again, at once or in steps.
    private mutating func replenish(
        _ streamID: StreamID, _ count: Int, _ random: inout SeededGenerator
    ) {
        guard count > 0 else { return }
        if streamID == 0, profile.withholdsWindow {
            withheldCount += count
            guard window < 1000, withheldCount > 0 else { return }
            tasks.append(.openWindow(0, withheldCount))
            withheldCount = 0
            return
        }
        guard profile.opensWindowsSlowly else {
            if streamID == 0 { window += count } else { streams[streamID]?.window += count }
            return ControlFrames.appendWindowUpdate(streamID, by: count, to: &output)
        }
        let first = 1 + random.below(count)
        tasks.append(.openWindow(streamID, first))
        if count > first { tasks.append(.openWindow(streamID, count - first)) }
    }
}
