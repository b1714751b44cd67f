// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// A pool without sockets: a test writes the server's bytes itself, and reads the client's bytes
/// frame by frame. A request and its caller have the same number.
struct PoolUnderTest {
    var pool: PushPool<Int>
    var now = EngineTime(nanoseconds: 0)
    /// The token that new requests get.
    var tokenNumber: UInt32 = 1
    /// The pool's actions since the test last emptied this list.
    var actions: [PushPool<Int>.Action] = []
    /// The outcomes of each request; more than one is an error.
    private(set) var outcomes: [Int: [EngineOutcome]] = [:]
    private var rawOutput: [ConnectionID: [UInt8]] = [:]
    private var encoders: [ConnectionID: HeaderEncoder] = [:]
    private var decoders: [ConnectionID: HeaderDecoder] = [:]

    struct Frame: Equatable {
        var type: FrameType?
        var flags: FrameFlags
        var stream: StreamID
        var payload: [UInt8]

        var endsStream: Bool { flags.contains(.endStream) }
        /// The error code of RST_STREAM and GOAWAY.
        var code: UInt32 { payload.span.bigEndian32(at: type == .goAway ? 4 : 0) }
    }

    init(_ change: (inout PushPool<Int>.Settings) -> Void = { _ in }) {
        var settings = PushPool<Int>.Settings()
        settings.authority = "api.push.apple.com"
        settings.address = "host:443"
        change(&settings)
        pool = PushPool(settings: settings)
    }

    /// A pool whose first connection has the response to request 0 and allows many requests.
    static func proven(
        limit: Int? = nil, _ change: (inout PushPool<Int>.Settings) -> Void = { _ in }
    ) throws -> PoolUnderTest {
        var test = PoolUnderTest(change)
        try test.submit(0)
        test.greet(1, limit.map { [(.maxConcurrentStreams, $0)] } ?? [])
        test.respond(1, test.pool.settings.firstStreamID)
        _ = test.frames(1)
        test.actions = []
        return test
    }

    // MARK: Callers

    /// Submits requests with these numbers; by default each is for a different device.
    mutating func submit(_ numbers: Int..., request: PushRequest? = nil) throws {
        for number in numbers {
            let push = try request ?? Fixtures.request(UInt8(number & 0xFF))
            pool.submit(.push(push), caller: number, id: UInt64(number) + 1, now: now)
        }
        turn()
    }

    mutating func cancel(_ number: Int) {
        pool.cancel(UInt64(number) + 1, now: now)
        turn()
    }

    mutating func advance(by duration: Duration) {
        now = now + duration
        pool.advance(to: now)
        turn()
    }

    /// The only outcome of a request.
    func outcome(_ number: Int) -> EngineOutcome? {
        let all = outcomes[number] ?? []
        return all.count == 1 ? all[0] : nil
    }

    /// The outcome in short: `200`, `unknown`, `unsent`, `closed`, `none`, `twice`.
    func summary(_ number: Int) -> String {
        guard let all = outcomes[number] else { return "none" }
        guard all.count == 1 else { return "twice" }
        switch all[0] {
        case .response(let response): return "\(response.status)"
        case .unknown(let unknown): return unknown.mayHaveBeenProcessed ? "unknown" : "unsent"
        case .closed: return "closed"
        }
    }

    func code(_ number: Int) -> UnknownOutcome.Code? {
        guard case .unknown(let unknown)? = outcome(number) else { return nil }
        return unknown.code
    }

    func cause(_ number: Int) -> String {
        guard case .unknown(let unknown)? = outcome(number) else { return "" }
        return unknown.cause
    }

    // MARK: The client's turn

    /// What the client's event loop does after each event.
    mutating func turn() {
        repeat {
            if pool.wantsDispatch {
                pool.dispatch(
                    pool.settings.usesTokens
                        ? .init(authorization: "bearer t\(tokenNumber)", number: tokenNumber) : nil)
            }
            for action in pool.takeActions() {
                actions.append(action)
                if case .close(let id) = action { takeOutput(id) }
            }
            for id in pool.connectionsWithOutput { takeOutput(id) }
        } while pool.hasActions || pool.wantsDispatch
        for completion in pool.takeCompletions() {
            outcomes[completion.caller, default: []].append(completion.outcome)
        }
    }

    private mutating func takeOutput(_ id: ConnectionID) {
        var bytes: [UInt8] = []
        pool.takeOutput(of: id, into: &bytes)
        rawOutput[id, default: []] += bytes
    }

    /// The frames of a connection since the last call, without the preface.
    mutating func frames(_ id: ConnectionID, _ type: FrameType? = nil) -> [Frame] {
        var bytes = rawOutput.removeValue(forKey: id) ?? []
        let preface = ControlFrames.clientPreface
        if bytes.starts(with: preface) { bytes.removeFirst(preface.count) }
        var frames: [Frame] = []
        var offset = 0
        while let header = FrameHeader(bytes.span, at: offset) {
            let start = offset + FrameHeader.byteCount
            frames.append(
                Frame(
                    type: header.type, flags: header.flags, stream: header.streamID,
                    payload: Array(bytes[start..<start + header.length])))
            offset = start + header.length
        }
        return type.map { type in frames.filter { $0.type == type } } ?? frames
    }

    /// The header sections of requests since the last call, by stream.
    mutating func requests(
        _ id: ConnectionID
    ) throws -> [(stream: StreamID, fields: [String: String])] {
        var requests: [(stream: StreamID, fields: [String: String])] = []
        for frame in frames(id, .headers) {
            var list = HeaderList()
            try decoders[id, default: HeaderDecoder()].decode(frame.payload.span, into: &list)
            let fields = Dictionary(list.pairs.map { ($0.name, $0.value) }) { a, _ in a }
            requests.append((frame.stream, fields))
        }
        return requests
    }

    // MARK: The server

    /// Connects the socket and sends SETTINGS.
    mutating func greet(
        _ id: ConnectionID = 1, _ values: [(HTTP2Settings.Parameter, Int)] = []
    ) {
        pool.connected(id, now: now)
        turn()
        settings(id, values)
    }

    mutating func settings(
        _ id: ConnectionID, _ values: [(HTTP2Settings.Parameter, Int)]
    ) {
        receive(id) { HTTP2Settings.append(values, to: &$0) }
    }

    mutating func receive(_ id: ConnectionID, _ bytes: [UInt8]) {
        pool.received(bytes.span, on: id, now: now)
        turn()
    }

    mutating func receive(_ id: ConnectionID, _ write: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        write(&bytes)
        receive(id, bytes)
    }

    /// The bytes of a header section.
    mutating func headers(
        _ id: ConnectionID, _ stream: StreamID, _ fields: [(String, String)], ends: Bool = true
    ) -> [UInt8] {
        var block: [UInt8] = []
        encoders[id, default: HeaderEncoder()].beginBlock(&block)
        for (name, value) in fields {
            encoders[id]?.append(name: name, value: value, .remembered, to: &block)
        }
        var bytes: [UInt8] = []
        FrameHeader(
            length: block.count, type: .headers,
            flags: ends ? [.endHeaders, .endStream] : .endHeaders, streamID: stream
        ).append(to: &bytes)
        return bytes + block
    }

    static func data(_ stream: StreamID, _ body: [UInt8], ends: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        FrameHeader(
            length: body.count, type: .data, flags: ends ? .endStream : [], streamID: stream
        ).append(to: &bytes)
        return bytes + body
    }

    mutating func respond(
        _ id: ConnectionID, _ stream: StreamID, status: Int = 200,
        _ fields: [(String, String)] = [], reason: String? = nil
    ) {
        let body = reason.map { Array("{\"reason\":\"\($0)\"}".utf8) } ?? []
        var bytes = headers(
            id, stream, [(":status", "\(status)")] + fields, ends: body.isEmpty)
        if !body.isEmpty { bytes += Self.data(stream, body) }
        receive(id, bytes)
    }

    mutating func reset(_ id: ConnectionID, _ stream: StreamID, _ code: HTTP2ErrorCode) {
        receive(id) { ControlFrames.appendReset(stream, code, to: &$0) }
    }

    mutating func goAway(
        _ id: ConnectionID, last: StreamID, _ code: HTTP2ErrorCode = .noError, _ text: String = ""
    ) {
        receive(id) {
            ControlFrames.appendGoAway(
                lastStreamID: last, code, debugData: Array(text.utf8), to: &$0)
        }
    }

    mutating func end(_ id: ConnectionID, _ cause: String = "gone") {
        pool.connectionEnded(id, cause: FailureCause(.lost, cause), now: now)
        turn()
    }
}
