// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// All requests and connections of a client as a value: events in, actions out.
///
/// A request is `waiting`, `onWire` or `renewing` (a new provider token is being asked for); it
/// ends with exactly one `complete` or `refuse` action and is forgotten. Events for requests and
/// connections that are not known any more are legal and do nothing: they were under way when the
/// other side decided.
///
/// The state belongs to this file, `Pool+ConnectionEvents.swift` and `Pool+Decisions.swift`;
/// nothing else touches it.
struct PoolStateMachine: Sendable {
    typealias RequestID = UInt64
    typealias ConnectionID = UInt64

    /// The limits and words of a client.
    struct Settings: Sendable {
        var connectionCountMax = 1
        var streamCountMax = 1000
        var waitingCountMax = 10_000
        /// Host and port, for messages.
        var place = ""
        var requestDeadline: Duration = .seconds(15)
        var connectTimeout: Duration = .seconds(10)
        var pingTimeout: Duration = .seconds(10)
    }

    /// Something to be told after a while; see ``Action/startTimer(_:)``.
    enum Timer: Hashable, Sendable {
        /// The connection is not ready in time.
        case connect(ConnectionID)
        /// Time to look whether anything came on the connection.
        case idle(ConnectionID)
        /// The numbered PING is not answered in time.
        case ping(ConnectionID, number: Int)
    }

    enum Action: Hashable, Sendable {
        case open(ConnectionID)
        case write(ConnectionID, stream: Int, RequestID, ProviderToken)
        case reset(ConnectionID, stream: Int)
        case ping(ConnectionID)
        /// Say GOAWAY if possible and close; the connection is forgotten here.
        case close(ConnectionID)
        case startTimer(Timer)
        case complete(RequestID, PushOutcome)
        /// The client is closed.
        case refuse(RequestID)
        /// Ask for another token and report with ``tokenRenewed(_:isAvailable:)``.
        case renewToken(RequestID, expired: ProviderToken)
    }

    enum Stage {
        case waiting
        case onWire(ConnectionID, stream: Int)
        case renewing(Rejection)
    }

    struct Request {
        var stage = Stage.waiting
        /// Whether it was sent again already because it was provably not processed.
        var wasRepeated = false
        /// Whether it was sent again already with another provider token.
        var wasRenewed = false
    }

    /// Connections that still wait for answers although they take no new requests, at most.
    static let drainingCountMax = 8
    /// After this many connections in a row that ended without a single answer, nobody waits for a
    /// next one.
    static let barrenCountMax = 2

    let settings: Settings
    var requests: [RequestID: Request] = [:]
    var queue = RequestQueue()
    var waitingCount = 0
    var connections: [ConnectionID: ConnectionStateMachine] = [:]
    var nextConnectionID: ConnectionID = 1
    var barrenCount = 0
    var isShuttingDown = false

    init(settings: Settings) { self.settings = settings }

    /// How long the answer to a PING may take.
    var pingTimeout: Duration { settings.pingTimeout }

    /// Whether the client is closed and nothing is left.
    var isFinished: Bool { isShuttingDown && requests.isEmpty && connections.isEmpty }

    /// Whether ``dispatch(token:)`` would send something.
    var wantsToken: Bool { waitingCount > 0 && roomiestConnection != nil }
}

/// Events from callers.
extension PoolStateMachine {
    mutating func submit(_ id: RequestID) -> [Action] {
        guard !isShuttingDown else { return [.refuse(id)] }
        guard waitingCount < settings.waitingCountMax else {
            let cause = "\(waitingCount) requests wait already; send fewer at a time"
            return [.complete(id, .unknown(mayHaveBeenProcessed: false, cause))]
        }
        requests[id] = Request()
        queue.append(id)
        waitingCount += 1
        return openIfNeeded()
    }

    mutating func deadlinePassed(_ id: RequestID) -> [Action] {
        let time = Words.seconds(settings.requestDeadline)
        return giveUp(
            id, waitingCause: waitingCause(time), sentCause: "no answer within \(time)",
            suspect: true)
    }

    mutating func cancelled(_ id: RequestID) -> [Action] {
        giveUp(
            id, waitingCause: "cancelled before it was sent",
            sentCause: "cancelled before an answer came")
    }

    /// Sends what may be sent with the given token.
    mutating func dispatch(token: ProviderToken) -> [Action] {
        var actions: [Action] = []
        while let connection = roomiestConnection, let id = nextWaiting() {
            guard let stream = connections[connection]?.start(id, token: token) else { break }
            requests[id]?.stage = .onWire(connection, stream: stream)
            actions.append(.write(connection, stream: stream, id, token))
        }
        return actions + openIfNeeded()
    }

    /// Ends all requests that wait, for instance because no token can be signed.
    mutating func failWaiting(_ cause: String) -> [Action] {
        var actions: [Action] = []
        while let id = nextWaiting() {
            actions += complete(id, .unknown(mayHaveBeenProcessed: false, cause))
        }
        return actions
    }

    /// Reports what came of ``Action/renewToken(_:expired:)``.
    mutating func tokenRenewed(_ id: RequestID, isAvailable: Bool) -> [Action] {
        guard case .renewing(let rejection)? = requests[id]?.stage else { return [] }
        guard isAvailable else { return complete(id, .rejected(rejection)) }
        requests[id]?.wasRenewed = true
        return putBack([id]) + openIfNeeded()
    }

    mutating func shutdown() -> [Action] {
        isShuttingDown = true
        return closeIfDone()
    }

    /// Drops everything at once.
    mutating func abandon() -> [Action] {
        isShuttingDown = true
        var actions: [Action] = []
        for (id, request) in requests.sorted(by: { $0.key < $1.key }) {
            actions += complete(id, lostOutcome(request, cause: "the client was dropped"))
        }
        for id in connections.keys.sorted() {
            connections[id] = nil
            actions.append(.close(id))
        }
        return actions
    }

    private mutating func giveUp(
        _ id: RequestID, waitingCause: String, sentCause: String, suspect: Bool = false
    ) -> [Action] {
        guard let request = requests[id] else { return [] }
        guard case .onWire(let connection, let stream) = request.stage else {
            if case .waiting = request.stage { waitingCount -= 1 }
            return complete(id, .unknown(mayHaveBeenProcessed: false, waitingCause)) + sweep()
        }
        let flight = connections[connection]?.abandon(stream: stream)
        let outcome =
            flight?.response.outcome
            ?? .unknown(mayHaveBeenProcessed: flight?.isWritten ?? true, sentCause)
        var actions = complete(id, outcome)
        actions.append(.reset(connection, stream: stream))
        let wasSilent = flight?.heardCountAtStart == connections[connection]?.heardCount
        if suspect, wasSilent { actions += ping(connection) }
        return actions + closeIfDrained(connection) + openIfNeeded()
    }
}
