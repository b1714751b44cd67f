// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// A server's end of one connection, as a value: it takes the client's bytes, returns its own, and
/// records each violation by the client as a problem. It has its own code for reading frames.
struct ModelServer {
    let id: ConnectionID
    let profile: SimProfile
    /// Bytes for the client that have not been passed to the network yet.
    var output: [UInt8] = []
    /// The number of bytes that were passed to the network.
    var sentCount = 0
    /// What the server will do later.
    var tasks: [Task] = []

    // What the server has received.
    var partial: [UInt8] = []
    var hasPreface = false
    var openBlock: (streamID: StreamID, endsStream: Bool, bytes: [UInt8])?
    var decoder = HeaderDecoder(listSizeMax: 1 << 20)
    var streams: [StreamID: Stream] = [:]
    var highestStreamID: StreamID = 0
    /// The number of bytes that the client may still send on the connection.
    var window = 65_535

    /// The number of received bytes for which the window has not been opened again yet.
    var withheldCount = 0

    // What the server sends.
    var encoder: HeaderEncoder
    /// The settings that the client has acknowledged.
    var inForce = HTTP2Settings()
    /// The settings that the client has not acknowledged, oldest first.
    var unacknowledged: [[(HTTP2Settings.Parameter, Int)]] = []
    var unacknowledgedPings: [UInt64] = []
    var pingCount: UInt64 = 0
    /// The offset in the server's bytes at which the acknowledgement of the client's last PING
    /// ends.
    var pingAcknowledgementOffset: Int?
    var hasResponded = false
    var lastStreamID: StreamID?
    /// The offset in the server's bytes at which the last GOAWAY ends.
    var goAwayOffset = 0
    /// The offset in the server's bytes at which the first GOAWAY ends; a client that has received
    /// it may send no more requests.
    var drainOffset: Int?
    /// The number of bytes that the server may still send on the connection.
    var sendWindow = 65_535
    var clientWindow = 65_535
    /// Whether the client sent GOAWAY or the connection was cut, so that nothing more is sent.
    var isOver = false

    enum Task {
        case respond(StreamID)
        case openWindow(StreamID, Int)
    }

    struct Stream {
        let attempt: Int
        /// The number of bytes that the client may still send on the stream; negative after
        /// INITIAL_WINDOW_SIZE was lowered.
        var window: Int
        /// The number of bytes that the server may still send on the stream.
        var sendWindow: Int
        var body: [UInt8] = []
        var fields: [SimRequest.Field] = []
        var isWhole = false
        /// Whether all of the response was sent.
        var hasResponse = false
        var hasBegunResponse = false
        /// Whether either end has reset the stream, or GOAWAY excluded it.
        var isReset = false
        var resetByClient = false
        /// The rest of the response's body, which waits until the windows are opened.
        var rest: [UInt8] = []
        var endsWithTrailers = false

        var isOpen: Bool { !isReset && !(isWhole && hasResponse) }
    }

    /// Creates a server whose output begins with SETTINGS.
    init(id: ConnectionID, profile: SimProfile, _ random: inout SeededGenerator) {
        self.id = id
        self.profile = profile
        encoder = HeaderEncoder(usesHuffman: random.chance(1, outOf: 2))
        var values: [(HTTP2Settings.Parameter, Int)] = []
        if profile.trouble.contains(.streamLimits) || random.chance(1, outOf: 2) {
            values.append((.maxConcurrentStreams, random.pick([1, 2, 10, 1000])))
        }
        if profile.trouble.contains(.windows), random.chance(1, outOf: 2) {
            values.append((.initialWindowSize, random.pick([0, 1, 100, 1 << 20])))
        }
        if profile.trouble.contains(.tableSizes), random.chance(1, outOf: 2) {
            values.append((.headerTableSize, random.pick([0, 64, 300, 65_536])))
        }
        sendSettings(values)
    }

    mutating func sendSettings(_ values: [(HTTP2Settings.Parameter, Int)]) {
        HTTP2Settings.append(values, to: &output)
        unacknowledged.append(values)
    }

    /// The number of streams that count against the limit.
    var openCount: Int { streams.values.count { $0.isOpen } }

    /// The offset of the next byte in everything that the server sends.
    var endOffset: Int { sentCount + output.count }

    mutating func takeOutput() -> [UInt8] {
        defer {
            sentCount += output.count
            output = []
        }
        return output
    }

    /// Checks what must be true when all bytes have arrived at both ends.
    func checkQuiet(_ record: inout SimRecord) {
        guard !isOver else { return }
        if !unacknowledged.isEmpty { record.addProblem("SETTINGS were not acknowledged") }
        if !unacknowledgedPings.isEmpty { record.addProblem("a PING has no response") }
        for (streamID, stream) in streams where !stream.isReset {
            if !stream.isWhole, stream.hasResponse {
                record.addProblem("stream \(streamID) has a response and is left half open")
            } else if !stream.isWhole, min(window, stream.window) > 0 {
                record.addProblem("the body of stream \(streamID) waits although there is room")
            }
            if !stream.rest.isEmpty, min(sendWindow, stream.sendWindow) <= 0 {
                record.addProblem("the window for the response on stream \(streamID) is not opened")
            }
        }
    }
}
