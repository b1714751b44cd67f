// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth

/// One HTTP/2 connection as a value: which requests are on it and how many more it may take.
///
/// States: `connecting` until the server's first SETTINGS, `open`, `draining` (takes no new
/// request; those on it are awaited). There is no closed state: the owner removes the value.
///
/// A token connection starts with one request and waits for its answer; from then on the server's
/// MAX_CONCURRENT_STREAMS rules, at every moment ("Establishing a connection to APNs"). Frames for
/// streams that are not here are legal and dropped: the request ended by deadline or cancellation
/// before.
struct ConnectionStateMachine: Sendable {
    enum Phase: Hashable, Sendable {
        case connecting, open, draining
    }

    /// A request on its way.
    struct Flight: Sendable {
        let request: PoolStateMachine.RequestID
        let token: ProviderToken
        /// How many frames had come on the connection when the request went out.
        let heardCountAtStart: UInt64
        /// Whether the last byte of the request was handed to the operating system. Before that the
        /// server cannot have the whole request, and processes none that is incomplete.
        var isWritten = false
        var response = ResponseAccumulator()
    }

    /// The last identifier that a client may give to a stream (RFC 9113 section 5.1.1).
    static let streamIDMax = Int(Int32.max)

    private(set) var phase = Phase.connecting
    private(set) var flights: [Int: Flight] = [:]
    /// The server's MAX_CONCURRENT_STREAMS; `nil` while it named none, which means no limit.
    private(set) var peerStreamLimit: Int?
    /// Whether any request got an answer here.
    private(set) var hasAnswered = false
    /// The token of the last request.
    private(set) var lastToken: ProviderToken?
    /// Why the server said GOAWAY.
    private(set) var goAwayCause: String?
    /// Frames received so far.
    private(set) var heardCount: UInt64 = 0
    private var nextStreamID: Int
    private var heardCountAtIdleCheck: UInt64 = 0
    private var pingNumber = 0
    private var outstandingPing: Int?

    /// - Parameter firstStream: the identifier of the first stream; odd.
    init(firstStream: Int = 1) { nextStreamID = firstStream }

    /// How many more requests may start now.
    func capacity(streamCountMax: Int) -> Int {
        guard phase == .open else { return 0 }
        let limit = min(peerStreamLimit ?? .max, hasAnswered ? streamCountMax : 1)
        return max(0, limit - flights.count)
    }

    var isFinished: Bool { phase == .draining && flights.isEmpty }

    mutating func heard() { heardCount += 1 }

    /// Takes the server's SETTINGS; `nil` where they name no limit. Returns whether these were the
    /// first.
    mutating func receiveSettings(maxConcurrentStreams: Int?) -> Bool {
        peerStreamLimit = maxConcurrentStreams ?? peerStreamLimit
        guard phase == .connecting else { return false }
        phase = .open
        return true
    }

    /// Puts a request on a new stream and returns the stream's identifier.
    mutating func start(_ request: PoolStateMachine.RequestID, token: ProviderToken) -> Int {
        let stream = nextStreamID
        nextStreamID += 2
        if nextStreamID > Self.streamIDMax { phase = .draining }
        lastToken = token
        flights[stream] = Flight(request: request, token: token, heardCountAtStart: heardCount)
        return stream
    }

    mutating func markWritten(stream: Int) { flights[stream]?.isWritten = true }

    mutating func receive(head: ResponseAccumulator.Head, stream: Int) {
        flights[stream]?.response.receive(head)
    }

    /// Takes a piece of an answer's body; `false` when the body has become too long.
    mutating func receive(body: [UInt8], stream: Int) -> Bool {
        flights[stream]?.response.receive(body: body) ?? true
    }

    /// Takes a request off after its answer was complete.
    mutating func finish(stream: Int) -> Flight? {
        guard let flight = flights.removeValue(forKey: stream) else { return nil }
        hasAnswered = true
        return flight
    }

    /// Takes a request off that got no answer.
    mutating func abandon(stream: Int) -> Flight? { flights.removeValue(forKey: stream) }

    mutating func drain() {
        if phase == .open { phase = .draining }
    }

    /// Takes off all requests above the last stream that the server still processes (RFC 9113
    /// section 6.8), oldest first.
    mutating func receiveGoAway(lastStream: Int, cause: String) -> [Flight] {
        phase = .draining
        goAwayCause = cause
        let dropped = flights.keys.filter { $0 > lastStream }.sorted()
        return dropped.compactMap { flights.removeValue(forKey: $0) }
    }

    /// Whether nothing has come since the idle time began; begins it anew.
    mutating func checkIdle() -> Bool {
        defer { heardCountAtIdleCheck = heardCount }
        return heardCount == heardCountAtIdleCheck
    }

    /// The number of a PING that should be sent now; `nil` while one is under way.
    mutating func startPing() -> Int? {
        guard outstandingPing == nil, phase != .connecting else { return nil }
        pingNumber += 1
        outstandingPing = pingNumber
        return pingNumber
    }

    mutating func receivePingAnswer() { outstandingPing = nil }

    func isWaitingForPing(_ number: Int) -> Bool { outstandingPing == number }
}
