// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// What a server does independently of requests.
extension ModelServer {
    mutating func makeTrouble(_ record: inout SimRecord, _ random: inout SeededGenerator) {
        guard !isOver else { return }
        let kinds: [SimProfile.Trouble] = [
            .streamLimits, .windows, .tableSizes, .goAways, .resets, .pings, .oddFrames,
            .headerListSizes,
        ]
        let wanted = kinds.filter { profile.trouble.contains($0) }
        guard !wanted.isEmpty else { return }
        switch random.pick(wanted) {
        case .streamLimits:
            sendSettings([(.maxConcurrentStreams, random.pick([0, 1, 1, 2, 3, 10, 1000]))])
        case .windows: changeWindows(&random)
        case .tableSizes:
            let sizes = [0, 40, 64, 200, 4096, 65_536]
            var values = [(HTTP2Settings.Parameter.headerTableSize, random.pick(sizes))]
            if random.chance(1, outOf: 3) { values.append((.headerTableSize, random.pick(sizes))) }
            sendSettings(values)
        case .headerListSizes:
            sendSettings([(.maxHeaderListSize, random.pick([650, 8000, 8000, 100_000]))])
        case .goAways: if random.chance(1, outOf: 4) { goAway(&record, &random) }
        case .resets:
            let open = streams.filter { $0.value.isOpen && !$0.value.hasBegunResponse }
            guard let streamID = open.keys.sorted().randomElement(using: &random) else { return }
            let codes: [HTTP2ErrorCode] = [.refusedStream, .internalError, .noError]
            reset(streamID, random.pick(codes), &record)
        case .pings:
            pingCount += 1
            unacknowledgedPings.append(pingCount)
            ControlFrames.appendPing(pingCount, isAcknowledgement: false, to: &output)
        default: sendOddFrame(&random)
        }
    }

    private mutating func changeWindows(_ random: inout SeededGenerator) {
        if random.chance(1, outOf: 2) {
            return sendSettings([(.initialWindowSize, random.pick([0, 1, 50, 1000, 65_535]))])
        }
        let count = 1 + random.below(300)
        guard
            let streamID = streams.filter({ $0.value.isOpen }).keys.sorted()
                .randomElement(using: &random), random.chance(1, outOf: 2)
        else { return tasks.append(.openWindow(0, count)) }
        tasks.append(.openWindow(streamID, count))
    }

    /// Sends a frame that changes nothing for a client.
    private mutating func sendOddFrame(_ random: inout SeededGenerator) {
        switch random.below(3) {
        case 0:
            var header = FrameHeader(length: 3, type: .data, streamID: 0)
            header.rawType = 0xEE
            header.append(to: &output)
            output += [1, 2, 3]
        case 1:
            FrameHeader(length: 5, type: .priority, streamID: 1).append(to: &output)
            output += [0, 0, 0, 0, 9]
        default: sendSettings([])
        }
    }

    /// Sends GOAWAY. No stream that the server has begun to process is above the last stream of the
    /// GOAWAY.
    private mutating func goAway(_ record: inout SimRecord, _ random: inout SeededGenerator) {
        // A stream that was reset or has a response counts as processed.
        let touched =
            streams.filter { $0.value.hasBegunResponse || $0.value.isReset }.keys.max() ?? 0
        let before = lastStreamID ?? StreamIDs.max
        var last = StreamIDs.max
        if random.chance(3, outOf: 4) {
            let between = streams.keys.filter { $0 > touched }.sorted()
            last = random.pick([touched, highestStreamID] + between)
        }
        last = min(last, before)
        let texts = ["", "", "Maximum active streams violated", "{\"reason\":\"Shutdown\"}"]
        ControlFrames.appendGoAway(
            lastStreamID: last, random.pick([.noError, .noError, .enhanceYourCalm]),
            debugData: Array(random.pick(texts).utf8), to: &output)
        goAwayOffset = endOffset
        drainOffset = drainOffset ?? endOffset
        lastStreamID = last
        for (streamID, stream) in streams where streamID > last && !stream.isReset {
            streams[streamID]?.isReset = true
            record.attempts[stream.attempt].isRefused = true
            record.attempts[stream.attempt].proofOffset = endOffset
        }
    }
}
