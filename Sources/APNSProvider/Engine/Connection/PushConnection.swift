// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The index of a request's entry in ``RequestTable``.
typealias RequestKey = Int32

/// The client side of one HTTP/2 connection to APNs, as a value without I/O: its inputs are
/// requests and received bytes, its results are ``output`` and ``events``. It uses neither sockets
/// nor clocks.
///
/// States: `connecting` until the server's first SETTINGS, `open`, `draining` (no new requests,
/// pending ones continue). There is no closed state: the owner removes the value.
///
/// A connection with provider tokens starts with one request and waits for its response; from then
/// on the current MAX_CONCURRENT_STREAMS of the server applies ("Establishing a connection to
/// APNs"). Frames for closed streams are legal and dropped: the request has already ended by its
/// deadline or by cancellation.
struct PushConnection: Sendable {
    enum Phase: Hashable, Sendable {
        case connecting, open, draining
    }

    /// An event that the owner has to handle.
    enum Event: Sendable {
        /// The server's first SETTINGS were received.
        case ready
        case answered(RequestKey, Answer, tokenNumber: UInt32)
        /// The server reset the stream before the response was complete; the `Answer` is the part
        /// that was received. `wasSent` states whether the server has received, or will receive,
        /// the whole request.
        case reset(RequestKey, HTTP2ErrorCode, Answer?, wasSent: Bool)
        /// The client reset the stream because of a protocol error of the server.
        case broken(RequestKey, HTTP2ErrorCode, Answer?, wasSent: Bool)
        /// The server will not process this request (RFC 9113 section 6.8).
        case dropped(RequestKey)
        /// The server accepts no more requests.
        case goAway
        case pingAnswer
    }

    struct Settings: Sendable {
        /// The most concurrent requests on the connection, even if the server allows more.
        var streamCountMax = 1000
        /// Whether the connection starts with one request, as connections with provider tokens do.
        var startsWithOne = true
        /// The `:authority` of requests.
        var authority = ""
    }

    /// The number of bytes waiting for the socket from which no request is started.
    static let outputByteCountMax = 64 * 1024
    /// The limit for waiting bytes of responses to a server's control frames; beyond it the
    /// connection is closed.
    static let stuckOutputByteCountMax = 4 * 1024 * 1024
    /// The connection's flow-control window for responses; large, because a thousand of them may
    /// arrive at once.
    static let receiveWindow = 8 * 1024 * 1024
    /// The longest header block of a response in bytes, including all CONTINUATION frames.
    static let headerBlockByteCountMax = 64 * 1024
    /// The largest header list of a response in bytes. It is announced to the server.
    static let headerListByteCountMax = 16 * 1024

    let settings: Settings
    var phase = Phase.connecting
    /// The bytes for the server that were not passed to the socket yet.
    var output: [UInt8] = []
    /// The number of sent bytes that belong to request bodies.
    var bodyByteCount = 0
    /// The total number of bytes that were passed to the socket.
    private(set) var handedOverCount: UInt64 = 0
    var events = FIFOQueue<Event>()

    var peer: HTTP2Settings = {
        // Server push is off, and a server may not enable it (section 6.5.2).
        var settings = HTTP2Settings()
        settings.enablesPush = false
        return settings
    }()
    var streams: StreamTable
    var headerWriter: RequestHeaderWriter
    var decoder = HeaderDecoder(listSizeMax: Self.headerListByteCountMax)
    var headerList = HeaderList()
    /// The beginning of an incomplete frame.
    var partial: SpanBytes = []
    /// A header block whose CONTINUATION frames are still missing.
    var openBlock: OpenBlock?
    /// Bodies, or their rest, that wait for room in a flow-control window; oldest first.
    var blocked: [BlockedBody] = []
    var sendWindow = 65_535
    var receiveWindow = Self.receiveWindow
    var unacknowledgedByteCount = 0
    /// The identifier of the next stream.
    var nextStreamID: StreamID
    /// Whether any request has received a response on this connection.
    var hasAnswered = false
    var tokenNumber: UInt32 = 0
    /// The reason of the server's GOAWAY.
    var goAwayCause: String?
    /// The number of reads; distinguishes a silent server from a slow one.
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

    /// Makes a connection with the client's preface in ``output``.
    ///
    /// - Parameter firstStream: the identifier of the first stream; odd.
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

    /// The number of requests on the connection.
    var openCount: Int { streams.count }

    var isFinished: Bool { phase == .draining && streams.count == 0 }

    /// The number of requests that may start now.
    var capacity: Int {
        guard phase == .open, sendWindow > 0, output.count < Self.outputByteCountMax,
            blocked.isEmpty || !isBlockedByConnection
        else { return 0 }
        return max(0, streamLimit - streams.count)
    }

    /// Whether more connections would help: this one has received a response, allows many requests,
    /// and has no capacity left.
    var isFull: Bool { phase == .open && hasAnswered && streamLimit > 1 && capacity == 0 }

    /// The most concurrent requests at present.
    var streamLimit: Int {
        let awaitsFirst =
            settings.startsWithOne && !hasAnswered && !Bug.is(.firstAnswerNotAwaited)
        let own = awaitsFirst ? 1 : settings.streamCountMax
        return min(peer.maxConcurrentStreams ?? .max, own)
    }

    /// Whether a body waits although its own stream has room for it.
    private var isBlockedByConnection: Bool {
        blocked.contains { streams[$0.slot].sendWindow > 0 }
    }

    /// Sets the provider token of the following requests.
    mutating func use(authorization: String?, number: UInt32) {
        guard number != tokenNumber else { return }
        if Bug.is(.tokenChangeForgotten), tokenNumber != 0 { return }
        tokenNumber = number
        headerWriter.setAuthorization(authorization)
    }

    /// Exchanges the bytes to write to the socket for an empty array.
    mutating func takeOutput(_ empty: inout [UInt8]) {
        swap(&output, &empty)
        handedOverCount += UInt64(empty.count)
        bodyByteCount = 0
    }

    /// The offset of the next byte in everything that is written on this connection.
    var endOffset: UInt64 { handedOverCount + UInt64(output.count) }

    /// Returns whether the last byte of a request was passed to the socket. Before that, the server
    /// cannot have the whole request, and it does not process an incomplete one.
    func isHandedOver(_ flight: Flight) -> Bool { flight.endOffset <= handedOverCount }

    /// Returns whether the whole request is written, so that it reaches the server while the
    /// connection exists, even if it is given up.
    func isWritten(_ flight: Flight) -> Bool {
        Bug.is(.queuedCountsAsUnsent) ? isHandedOver(flight) : flight.endOffset != .max
    }

    /// Discards the output that was not passed to a socket yet, before the connection is closed
    /// because of an error: requests that were not sent may be sent on another connection. Only
    /// complete frames are discarded, because output is always passed on as a whole.
    mutating func takeBackOutput() {
        output.removeAll()
        bodyByteCount = 0
    }

    /// Removes a request without a response and resets its stream.
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

    /// Stops accepting requests.
    mutating func drain() { if phase == .open { phase = .draining } }

    /// Appends a GOAWAY before the client closes the connection.
    mutating func sendGoAway(_ code: HTTP2ErrorCode = .noError) {
        ControlFrames.appendGoAway(lastStreamID: 0, code, to: &output)
    }

    // MARK: Idle connections

    /// Returns whether nothing was received since the last check.
    mutating func checkIdle() -> Bool {
        defer { heardCountAtIdleCheck = heardCount }
        return heardCount == heardCountAtIdleCheck
    }

    /// Sends a PING and returns its number; `nil` while one is outstanding.
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
