// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The number of a request's entry in ``RequestTable``.
typealias RequestKey = Int32

/// The client's end of one HTTP/2 connection to APNs, as a value: requests and received bytes go
/// in; ``output`` and ``events`` come out. It knows neither sockets nor time.
///
/// States: `connecting` until the server's first SETTINGS, `open`, `draining` (takes no new
/// request; those on it are awaited). There is no closed state: the owner removes the value.
///
/// A token connection starts with one request and waits for its answer; from then on the server's
/// MAX_CONCURRENT_STREAMS rules, at every moment ("Establishing a connection to APNs"). Frames for
/// streams that are not here any more are legal and dropped: the request ended by deadline or
/// cancellation before.
struct PushConnection: Sendable {
    enum Phase: Hashable, Sendable {
        case connecting, open, draining
    }

    /// What the owner has to see to.
    enum Event: Sendable {
        /// The server's first SETTINGS.
        case ready
        case answered(RequestKey, Answer, tokenNumber: UInt32)
        /// The server ended the stream before an answer was complete; the answer is what came of
        /// it. `wasSent` tells whether the server has, or will have, the whole request.
        case reset(RequestKey, HTTP2ErrorCode, Answer?, wasSent: Bool)
        /// This end reset the stream, because what the server sent on it breaks the rules.
        case broken(RequestKey, HTTP2ErrorCode, Answer?, wasSent: Bool)
        /// The server will not touch this request (RFC 9113 section 6.8).
        case dropped(RequestKey)
        /// The server takes no more requests.
        case goAway
        case pingAnswer
    }

    struct Settings: Sendable {
        /// How many requests may be on the connection, whatever more the server allows.
        var streamCountMax = 1000
        /// Whether it starts with one request, as connections with provider tokens do.
        var startsWithOne = true
        /// The `:authority` of requests.
        var authority = ""
    }

    /// While more bytes than this wait for the socket, no request is started.
    static let outputByteCountMax = 64 * 1024
    /// A server that makes this many bytes of answers to its control frames wait is cut off.
    static let stuckOutputByteCountMax = 4 * 1024 * 1024
    /// The connection's window for answers; a large one, for a thousand of them may come at once.
    static let receiveWindow = 8 * 1024 * 1024
    /// The longest header block of an answer, with all its CONTINUATION frames.
    static let headerBlockByteCountMax = 64 * 1024
    /// The longest header list of an answer; announced to the server.
    static let headerListByteCountMax = 16 * 1024

    let settings: Settings
    var phase = Phase.connecting
    /// Bytes for the server that were not handed to the socket yet.
    var output: [UInt8] = []
    /// How many of them are bodies of requests.
    var bodyByteCount = 0
    /// How many bytes were handed to the socket, ever.
    private(set) var handedOverCount: UInt64 = 0
    var events = Batch<Event>()

    var peer: HTTP2Settings = {
        // Push is off, and a server may not turn it on (section 6.5.2).
        var settings = HTTP2Settings()
        settings.enablesPush = false
        return settings
    }()
    var streams: StreamTable
    var headerWriter: RequestHeaderWriter
    var decoder = HeaderDecoder(listSizeMax: Self.headerListByteCountMax)
    var headerList = HeaderList()
    /// The beginning of a frame that is not here as a whole.
    var partial: SpanBytes = []
    /// A header block whose CONTINUATION frames are still to come.
    var openBlock: OpenBlock?
    /// Bodies, or their rest, that wait for room in a flow-control window; oldest first.
    var blocked: [BlockedBody] = []
    var sendWindow = 65_535
    var receiveWindow = Self.receiveWindow
    var unacknowledgedByteCount = 0
    /// The number of the next stream.
    var nextStreamID: StreamID
    /// Whether any request got an answer here.
    var hasAnswered = false
    var tokenNumber: UInt32 = 0
    /// Why the server said GOAWAY.
    var goAwayCause: String?
    /// Reads so far; tells silence from slowness.
    var heardCount: UInt64 = 0
    private var heardCountAtIdleCheck: UInt64 = 0
    private var pingNumber: UInt64 = 0
    private(set) var outstandingPing: UInt64?

    struct OpenBlock: Sendable {
        var streamID: StreamID
        var endsStream: Bool
        var bytes: SpanBytes
    }

    struct BlockedBody: Sendable {
        var slot: StreamTable.Slot
        var streamID: StreamID
        var body: [UInt8]
        var offset: Int
    }

    /// Starts with the client's preface in ``output``.
    ///
    /// - Parameter firstStream: the number of the first stream; odd.
    init(settings: Settings, firstStream: StreamID = 1) {
        self.settings = settings
        nextStreamID = firstStream
        streams = StreamTable(countMax: settings.streamCountMax)
        headerWriter = RequestHeaderWriter(authority: settings.authority)
        output = ControlFrames.clientPreface
        HTTP2Settings.append(
            [
                (.enablePush, 0), (.maxConcurrentStreams, 0),
                (.maxHeaderListSize, Self.headerListByteCountMax),
            ], to: &output)
        let initialWindow = HTTP2Settings().initialWindowSize
        ControlFrames.appendWindowUpdate(
            0, by: Self.receiveWindow - initialWindow, to: &output)
    }

    /// How many requests are on it.
    var openCount: Int { streams.count }

    var isFinished: Bool { phase == .draining && streams.count == 0 }

    /// How many more requests may start now.
    var capacity: Int {
        guard phase == .open, sendWindow > 0, output.count < Self.outputByteCountMax,
            blocked.isEmpty || !isBlockedByConnection
        else { return 0 }
        return max(0, streamLimit - streams.count)
    }

    /// Whether more connections would help: it has answered, takes many requests, and has them.
    var isFull: Bool { phase == .open && hasAnswered && streamLimit > 1 && capacity == 0 }

    /// How many requests may be on it at a time.
    var streamLimit: Int {
        let awaitsFirst =
            settings.startsWithOne && !hasAnswered && !Bug.is(.firstAnswerNotAwaited)
        let own = awaitsFirst ? 1 : settings.streamCountMax
        return min(peer.maxConcurrentStreams ?? .max, own)
    }

    /// Whether a body waits that its own stream has room for.
    private var isBlockedByConnection: Bool {
        blocked.contains { streams[$0.slot].sendWindow > 0 }
    }

    /// Takes the token that the following requests carry.
    mutating func use(authorization: String?, number: UInt32) {
        guard number != tokenNumber else { return }
        if Bug.is(.tokenChangeForgotten), tokenNumber != 0 { return }
        tokenNumber = number
        headerWriter.setAuthorization(authorization)
    }

    /// Takes over what is to be written to the socket, and an empty array for what comes next.
    mutating func takeOutput(_ empty: inout [UInt8]) {
        swap(&output, &empty)
        handedOverCount += UInt64(empty.count)
        bodyByteCount = 0
    }

    /// Where the next byte stands in all that is ever written.
    var endOffset: UInt64 { handedOverCount + UInt64(output.count) }

    /// Whether the last byte of a request was handed to the socket. Before that the server cannot
    /// have the whole request, and processes none that is incomplete.
    func isHandedOver(_ flight: Flight) -> Bool { flight.endOffset <= handedOverCount }

    /// Whether the whole request is written, so that it reaches the server as long as the
    /// connection lives, wanted or not.
    func isWritten(_ flight: Flight) -> Bool {
        Bug.is(.queuedCountsAsUnsent) ? isHandedOver(flight) : flight.endOffset != .max
    }

    /// Takes back what no socket got yet, before the connection is closed for a fault: what is not
    /// sent may be sent on another. Whole frames only, because output is handed over whole.
    mutating func takeBackOutput() {
        output.removeAll()
        bodyByteCount = 0
    }

    /// Takes a request off that got no answer, and tells the server.
    mutating func abandon(_ slot: StreamTable.Slot) {
        ControlFrames.appendReset(streams[slot].streamID, .cancel, to: &output)
        remove(slot)
    }

    mutating func remove(_ slot: StreamTable.Slot) {
        if !blocked.isEmpty, !Bug.is(.restOfEndedBodyIsSent) {
            blocked.removeAll { $0.slot == slot }
        }
        streams.remove(slot)
    }

    /// Takes no more requests.
    mutating func drain() { if phase == .open { phase = .draining } }

    /// Says that the client is about to close.
    mutating func sayGoodbye(_ code: HTTP2ErrorCode = .noError) {
        ControlFrames.appendGoAway(lastStreamID: 0, code, to: &output)
    }

    // MARK: Silence

    /// Whether nothing has come since the idle time began; begins it anew.
    mutating func checkIdle() -> Bool {
        defer { heardCountAtIdleCheck = heardCount }
        return heardCount == heardCountAtIdleCheck
    }

    /// Sends a PING and returns its number; `nil` while one is under way.
    mutating func ping() -> UInt64? {
        guard outstandingPing == nil, phase != .connecting else { return nil }
        pingNumber += 1
        outstandingPing = pingNumber
        ControlFrames.appendPing(pingNumber, isAnswer: false, to: &output)
        return pingNumber
    }

    mutating func receivePingAnswer(_ number: UInt64) {
        guard number == outstandingPing else { return }
        outstandingPing = nil
        events.append(.pingAnswer)
    }
}
