// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// Sending responses.
extension ModelServer {
    mutating func perform(
        _ task: Task, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        guard !isOver else { return }
        switch task {
        case .respond(let streamID): respond(streamID, &record, &random)
        case .openWindow(0, let count):
            window += count
            ControlFrames.appendWindowUpdate(0, by: count, to: &output)
        case .openWindow(let streamID, let count):
            guard streams[streamID]?.isOpen == true else { return }
            streams[streamID]?.window += count
            ControlFrames.appendWindowUpdate(streamID, by: count, to: &output)
        }
    }

    private mutating func respond(
        _ streamID: StreamID, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        guard let stream = streams[streamID], !stream.isReset, !stream.hasBegunResponse else {
            return
        }
        if !stream.isWhole {
            // A request that has not arrived completely can only be rejected.
            return send(.rejection(413, "PayloadTooLarge"), on: streamID, &record, &random)
        }
        let attempt = record.attempts[stream.attempt]
        if let number = attempt.tokenNumber, number == record.tokenNumber,
            random.thousandths(profile.expiryChance)
        {
            record.expiredTokens.insert(number)
        }
        if let number = attempt.tokenNumber, record.expiredTokens.contains(number) {
            return send(.rejection(403, "ExpiredProviderToken"), on: streamID, &record, &random)
        }
        if random.thousandths(profile.muteChance) { return }
        if random.thousandths(profile.refusalChance) {
            return reset(streamID, .refusedStream, &record)
        }
        if random.thousandths(profile.resetChance) {
            let codes: [HTTP2ErrorCode] = [.internalError, .cancel, .noError, .protocolError]
            return reset(streamID, random.pick(codes), &record)
        }
        if random.thousandths(profile.shutdownChance) {
            return send(.rejection(503, "Shutdown"), on: streamID, &record, &random)
        }
        if random.thousandths(profile.rejectionChance) {
            let kinds: [Kind] = [
                .rejection(400, "BadDeviceToken"), .rejection(410, "Unregistered"),
                .rejection(500, "InternalServerError"), .body(502, 5000), .body(403, 0),
            ]
            return send(random.pick(kinds), on: streamID, &record, &random)
        }
        if case .call = record.requests[attempt.request].request, profile.hasLongResponses {
            return send(.body(200, random.below(200_000)), on: streamID, &record, &random)
        }
        send(.body(200, 0), on: streamID, &record, &random)
    }

    mutating func reset(
        _ streamID: StreamID, _ code: HTTP2ErrorCode, _ record: inout SimRecord
    ) {
        guard let stream = streams[streamID], stream.isOpen else { return }
        streams[streamID]?.isReset = true
        ControlFrames.appendReset(streamID, code, to: &output)
        guard code == .refusedStream else { return }
        record.attempts[stream.attempt].isRefused = true
        record.attempts[stream.attempt].proofOffset = endOffset
    }

    private enum Kind {
        case rejection(Int, String)
        case body(Int, Int)
    }

    /// Begins a response, and ends it if the windows allow.
    private mutating func send(
        _ kind: Kind, on streamID: StreamID, _ record: inout SimRecord,
        _ random: inout SeededGenerator
    ) {
        guard let stream = streams[streamID] else { return }
        let request = record.requests[record.attempts[stream.attempt].request]
        var response = SimResponse(status: 0, uniqueID: "u-\(id)-\(streamID)", body: [])
        switch kind {
        case .rejection(let status, let reason):
            response.status = status
            response.body = Array("{\"reason\":\"\(reason)\"}".utf8)
            response.isExpiredToken = reason == "ExpiredProviderToken"
        case .body(let status, let count):
            response.status = status
            response.body = SimPattern.bytes(count, from: Int(streamID))
        }
        if case .push(let push) = request.request { response.apnsID = push.id }
        let endsWithTrailers = profile.decorates && random.chance(1, outOf: 5)
        let hasMore = !response.body.isEmpty || endsWithTrailers
        if profile.decorates, random.chance(1, outOf: 4) {
            sendBlock([(":status", "103"), ("link", "x")], streamID, endsStream: false, &random)
        }
        var fields = [(":status", String(response.status))]
        if let apnsID = response.apnsID { fields.append((APNSHeader.id, apnsID.text)) }
        fields.append((APNSHeader.uniqueID, response.uniqueID))
        if profile.decorates, random.chance(1, outOf: 3) {
            fields.append(("x-filler", String(repeating: "y", count: random.below(3000))))
        }
        record.attempts[stream.attempt].response = response
        streams[streamID]?.hasBegunResponse = true
        streams[streamID]?.rest = response.body
        streams[streamID]?.endsWithTrailers = endsWithTrailers
        sendBlock(fields, streamID, endsStream: !hasMore, &random)
        if hasMore { sendRest(streamID, &record, &random) } else { endResponse(streamID, &record) }
    }

    /// Continues responses after a window has opened.
    mutating func sendRests(_ record: inout SimRecord) {
        var random = SeededGenerator(seed: UInt64(endOffset))
        for streamID in streams.keys.sorted() where streams[streamID]?.rest.isEmpty == false {
            sendRest(streamID, &record, &random)
        }
    }

    private mutating func sendRest(
        _ streamID: StreamID, _ record: inout SimRecord, _ random: inout SeededGenerator
    ) {
        guard var stream = streams[streamID], stream.isOpen, !isOver else { return }
        while !stream.rest.isEmpty {
            let isPadded = profile.decorates && random.chance(1, outOf: 3)
            let padding = isPadded ? random.below(20) : 0
            let extra = isPadded ? 1 + padding : 0
            let room = min(sendWindow, stream.sendWindow, 16_384) - extra
            guard room > 0 else { break }
            let cut = profile.decorates ? 1 + random.below(stream.rest.count) : stream.rest.count
            let count = min(room, cut)
            let isLast = count == stream.rest.count && !stream.endsWithTrailers
            var flags: FrameFlags = isLast ? .endStream : []
            if isPadded { flags.insert(.padded) }
            FrameHeader(length: count + extra, type: .data, flags: flags, streamID: streamID)
                .append(to: &output)
            if isPadded { output.append(UInt8(padding)) }
            output += stream.rest.prefix(count)
            output += [UInt8](repeating: 0, count: padding)
            stream.rest.removeFirst(count)
            sendWindow -= count + extra
            stream.sendWindow -= count + extra
        }
        streams[streamID] = stream
        guard stream.rest.isEmpty else { return }
        if stream.endsWithTrailers {
            sendBlock([("x-checksum", "1")], streamID, endsStream: true, &random)
        }
        endResponse(streamID, &record)
    }

    private mutating func endResponse(_ streamID: StreamID, _ record: inout SimRecord) {
        guard let attempt = streams[streamID]?.attempt else { return }
        streams[streamID]?.hasResponse = true
        hasResponded = true
        record.attempts[attempt].response?.isComplete = true
        if record.attempts[attempt].response?.isExpiredToken == true {
            record.attempts[attempt].proofOffset = endOffset
        }
    }

    /// Writes a header section, split into frames at random.
    private mutating func sendBlock(
        _ fields: [(name: String, value: String)], _ streamID: StreamID, endsStream: Bool,
        _ random: inout SeededGenerator
    ) {
        if profile.decorates, random.chance(1, outOf: 20) {
            encoder.setTableSizeMax(random.pick([0, 100, 4096]))
        }
        if random.chance(1, outOf: 30) { encoder.empty() }
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        for (name, value) in fields {
            let indexings: [HeaderEncoder.Indexing] = [
                .remembered, .remembered, .nameRemembered, .literal, .neverIndexed,
            ]
            encoder.append(name: name, value: value, random.pick(indexings), to: &block)
        }
        var flags: FrameFlags = endsStream ? .endStream : []
        var first = block.count
        if profile.decorates, random.chance(1, outOf: 3) { first = random.below(block.count) }
        if first == block.count { flags.insert(.endHeaders) }
        let padding = profile.decorates && random.chance(1, outOf: 4) ? random.below(9) : 0
        let hasPriority = profile.decorates && random.chance(1, outOf: 4)
        if padding > 0 { flags.insert(.padded) }
        if hasPriority { flags.insert(.priority) }
        let length = first + (padding > 0 ? 1 + padding : 0) + (hasPriority ? 5 : 0)
        FrameHeader(length: length, type: .headers, flags: flags, streamID: streamID)
            .append(to: &output)
        if padding > 0 { output.append(UInt8(padding)) }
        if hasPriority { output += [0, 0, 0, 0, 15] }
        output += block.prefix(first)
        output += [UInt8](repeating: 0, count: padding)
        while first < block.count {
            let count = 1 + random.below(block.count - first)
            FrameHeader(
                length: count, type: .continuation,
                flags: first + count == block.count ? .endHeaders : [], streamID: streamID
            ).append(to: &output)
            output += block[first..<first + count]
            first += count
        }
    }
}
