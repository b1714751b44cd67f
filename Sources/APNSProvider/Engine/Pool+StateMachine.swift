// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// All requests and connections of a client as a value: events in, actions out.
///
/// A request is `waiting`, `onWire` or `renewing` (a new provider token is being asked for); it ends with
/// exactly one `complete` or `refuse` action and is forgotten. Events for requests and connections that are
/// not known any more are legal and do nothing: they were under way when the other side decided.
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

    private enum Stage {
        case waiting
        case onWire(ConnectionID, stream: Int)
        case renewing(Rejection)
    }

    private struct Request {
        var stage = Stage.waiting
        /// Whether it was sent again already because it was provably not processed.
        var wasRepeated = false
        /// Whether it was sent again already with another provider token.
        var wasRenewed = false
    }

    /// Connections that still wait for answers although they take no new requests, at most.
    static let drainingCountMax = 8
    /// After this many connections in a row that ended without a single answer, nobody waits for a next one.
    static let barrenCountMax = 2

    private let settings: Settings
    private var requests: [RequestID: Request] = [:]
    private var queue = RequestQueue()
    private var waitingCount = 0
    private var connections: [ConnectionID: ConnectionStateMachine] = [:]
    private var nextConnectionID: ConnectionID = 1
    private var barrenCount = 0
    private var isShuttingDown = false

    init(settings: Settings) { self.settings = settings }

    /// How long the answer to a PING may take.
    var pingTimeout: Duration { settings.pingTimeout }

    /// Whether the client is closed and nothing is left.
    var isFinished: Bool { isShuttingDown && requests.isEmpty && connections.isEmpty }

    /// Whether ``dispatch(token:)`` would send something.
    var wantsToken: Bool { waitingCount > 0 && roomiestConnection != nil }
}

// MARK: Events from callers

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
        return giveUp(id, waitingCause: waitingCause(time), sentCause: "no answer within \(time)", suspect: true)
    }

    mutating func cancelled(_ id: RequestID) -> [Action] {
        giveUp(id, waitingCause: "cancelled before it was sent", sentCause: "cancelled before an answer came")
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

// MARK: Events from connections

extension PoolStateMachine {
    /// The server's SETTINGS; the first make the connection ready.
    mutating func receivedSettings(_ id: ConnectionID, maxConcurrentStreams: Int?) -> [Action] {
        heard(id)
        guard connections[id]?.receiveSettings(maxConcurrentStreams: maxConcurrentStreams) == true else {
            return []
        }
        return [.startTimer(.idle(id))]
    }

    /// The last byte of a request went to the operating system.
    mutating func requestWritten(_ id: ConnectionID, stream: Int) {
        connections[id]?.markWritten(stream: stream)
    }

    mutating func received(
        head: ResponseAccumulator.Head, _ id: ConnectionID, stream: Int, isLast: Bool
    ) -> [Action] {
        heard(id)
        connections[id]?.receive(head: head, stream: stream)
        return isLast ? finish(id, stream: stream) : []
    }

    mutating func received(body: [UInt8], _ id: ConnectionID, stream: Int, isLast: Bool) -> [Action] {
        heard(id)
        guard connections[id]?.receive(body: body, stream: stream) != false else {
            return isLast
                ? finish(id, stream: stream) : finish(id, stream: stream) + [.reset(id, stream: stream)]
        }
        return isLast ? finish(id, stream: stream) : []
    }

    /// The stream ended without a complete answer.
    ///
    /// - Parameter isRefused: whether the server said REFUSED_STREAM: it did nothing with the request
    ///   (RFC 9113 section 8.7).
    mutating func receivedReset(
        _ id: ConnectionID, stream: Int, isRefused: Bool, code: String
    ) -> [Action] {
        heard(id)
        guard let flight = connections[id]?.abandon(stream: stream) else { return [] }
        let cause = "the server reset the request's stream (\(code))"
        let actions: [Action]
        if let outcome = flight.response.outcome {
            actions = complete(flight.request, outcome)
        } else if isRefused {
            actions = repeatOrFail([flight], cause: cause)
        } else {
            actions = complete(flight.request, .unknown(mayHaveBeenProcessed: true, cause))
        }
        return actions + closeIfDrained(id) + openIfNeeded()
    }

    mutating func receivedGoAway(_ id: ConnectionID, lastStream: Int, cause: String) -> [Action] {
        heard(id)
        guard let dropped = connections[id]?.receiveGoAway(lastStream: lastStream, cause: cause) else {
            return []
        }
        let actions = repeatOrFail(dropped, cause: "the server closed the connection: \(cause)")
        return actions + closeIfDrained(id) + openIfNeeded()
    }

    mutating func receivedPingAnswer(_ id: ConnectionID) {
        heard(id)
        connections[id]?.receivePingAnswer()
    }

    /// The connection could not be made, or is gone.
    mutating func connectionEnded(_ id: ConnectionID, cause: String) -> [Action] {
        guard let connection = connections.removeValue(forKey: id) else { return [] }
        let words = connection.goAwayCause.map { "the server closed the connection: \($0)" } ?? cause
        var actions: [Action] = []
        var unwritten: [ConnectionStateMachine.Flight] = []
        for (_, flight) in connection.flights.sorted(by: { $0.key < $1.key }) {
            if let outcome = flight.response.outcome {
                actions += complete(flight.request, outcome)
            } else if flight.isWritten {
                let outcome = PushOutcome.unknown(
                    mayHaveBeenProcessed: true, "connection lost before an answer came: \(words)")
                actions += complete(flight.request, outcome)
            } else {
                unwritten.append(flight)
            }
        }
        actions += repeatOrFail(unwritten, cause: words)
        return actions + noteEnd(of: connection, cause: words) + openIfNeeded()
    }

    mutating func timerFired(_ timer: Timer) -> [Action] {
        switch timer {
        case .connect(let id):
            guard connections[id]?.phase == .connecting else { return [] }
            let time = Words.seconds(settings.connectTimeout)
            return [.close(id)]
                + connectionEnded(id, cause: "no connection to \(settings.place) within \(time)")
        case .idle(let id):
            guard let isIdle = connections[id]?.checkIdle() else { return [] }
            return (isIdle ? ping(id) : []) + [.startTimer(.idle(id))]
        case .ping(let id, let number):
            guard connections[id]?.isWaitingForPing(number) == true else { return [] }
            let time = Words.seconds(settings.pingTimeout)
            return [.close(id)] + connectionEnded(id, cause: "the server did not answer a PING within \(time)")
        }
    }
}

// MARK: Decisions

extension PoolStateMachine {
    /// The connection that can take the most requests; the oldest of equals.
    private var roomiestConnection: ConnectionID? {
        var best: (id: ConnectionID, capacity: Int)?
        for (id, connection) in connections {
            let capacity = connection.capacity(streamCountMax: settings.streamCountMax)
            guard capacity > 0 else { continue }
            if let best, (best.capacity, id) > (capacity, best.id) { continue }
            best = (id, capacity)
        }
        return best?.id
    }

    private mutating func nextWaiting() -> RequestID? {
        guard let id = queue.next(where: { requests[$0] != nil }) else { return nil }
        waitingCount -= 1
        return id
    }

    /// Opens a connection when requests wait that none of the others will take: one at a time, so that a
    /// crowd of first requests shares it.
    private mutating func openIfNeeded() -> [Action] {
        guard waitingCount > 0, roomiestConnection == nil else { return [] }
        let live = connections.values.filter { $0.phase != .draining }
        guard live.count < settings.connectionCountMax, live.allSatisfy(\.hasAnswered),
            connections.count - live.count < Self.drainingCountMax
        else { return [] }
        let id = nextConnectionID
        nextConnectionID += 1
        connections[id] = ConnectionStateMachine()
        return [.startTimer(.connect(id)), .open(id)]
    }

    private mutating func finish(_ id: ConnectionID, stream: Int) -> [Action] {
        guard let flight = connections[id]?.finish(stream: stream) else { return [] }
        barrenCount = 0
        guard let outcome = flight.response.outcome else {
            let unknown = PushOutcome.unknown(mayHaveBeenProcessed: true, "the server's answer has no status")
            return complete(flight.request, unknown) + closeIfDrained(id) + openIfNeeded()
        }
        guard case .rejected(let rejection) = outcome else {
            return complete(flight.request, outcome) + closeIfDrained(id) + openIfNeeded()
        }
        var actions: [Action] = []
        switch rejection.reason.row?.retry {
        case .newConnection: connections[id]?.drain()
        case .newProviderToken: actions += drainConnections(using: flight.token)
        default: break
        }
        if rejection.reason == .expiredProviderToken, requests[flight.request]?.wasRenewed == false {
            requests[flight.request]?.stage = .renewing(rejection)
            actions.append(.renewToken(flight.request, expired: flight.token))
        } else {
            actions += complete(flight.request, outcome)
        }
        return actions + closeIfDrained(id) + openIfNeeded()
    }

    /// A connection that was told of an expired token may never take another (reported by the author of
    /// Pushy), and a token may change on a connection only every 20 minutes: so none of them goes on.
    private mutating func drainConnections(using token: ProviderToken) -> [Action] {
        let ids = connections.filter { $0.value.lastToken == token }.keys.sorted()
        return ids.flatMap { id in
            connections[id]?.drain()
            return closeIfDrained(id)
        }
    }

    private mutating func repeatOrFail(
        _ flights: [ConnectionStateMachine.Flight], cause: String
    ) -> [Action] {
        var actions: [Action] = []
        var again: [RequestID] = []
        for flight in flights {
            if requests[flight.request]?.wasRepeated == false {
                requests[flight.request]?.wasRepeated = true
                again.append(flight.request)
            } else {
                actions += complete(flight.request, .unknown(mayHaveBeenProcessed: false, cause))
            }
        }
        return actions + putBack(again)
    }

    private mutating func putBack(_ ids: [RequestID]) -> [Action] {
        for id in ids { requests[id]?.stage = .waiting }
        queue.putFirst(ids)
        waitingCount += ids.count
        return []
    }

    private mutating func noteEnd(of connection: ConnectionStateMachine, cause: String) -> [Action] {
        guard !connection.hasAnswered, waitingCount > 0 else { return closeIfDone() }
        barrenCount += 1
        guard connection.phase == .connecting || barrenCount >= Self.barrenCountMax else { return [] }
        return failWaiting(cause)
    }

    private mutating func closeIfDrained(_ id: ConnectionID) -> [Action] {
        guard let connection = connections[id], connection.isFinished else { return [] }
        connections[id] = nil
        let cause = "the server closed the connection: \(connection.goAwayCause ?? "it takes no more requests")"
        return [.close(id)] + noteEnd(of: connection, cause: cause)
    }

    private mutating func complete(_ id: RequestID, _ outcome: PushOutcome) -> [Action] {
        guard requests.removeValue(forKey: id) != nil else { return [] }
        return [.complete(id, outcome)] + closeIfDone()
    }

    private mutating func closeIfDone() -> [Action] {
        guard isShuttingDown, requests.isEmpty else { return [] }
        let ids = connections.keys.sorted()
        connections = [:]
        return ids.map { .close($0) }
    }

    private mutating func ping(_ id: ConnectionID) -> [Action] {
        guard let number = connections[id]?.startPing() else { return [] }
        return [.ping(id), .startTimer(.ping(id, number: number))]
    }

    private mutating func heard(_ id: ConnectionID) { connections[id]?.heard() }

    private mutating func sweep() -> [Action] {
        queue.sweep(knownCount: waitingCount) { requests[$0] != nil }
        return []
    }

    private func lostOutcome(_ request: Request, cause: String) -> PushOutcome {
        guard case .onWire(let connection, let stream) = request.stage,
            connections[connection]?.flights[stream]?.isWritten == true
        else { return .unknown(mayHaveBeenProcessed: false, cause) }
        return .unknown(mayHaveBeenProcessed: true, cause)
    }

    private func waitingCause(_ time: String) -> String {
        guard let open = connections.values.first(where: { $0.phase == .open }) else {
            return "no connection to \(settings.place) within \(time)"
        }
        let limit = open.hasAnswered ? open.peerStreamLimit : 1
        let words = limit.map { "the server takes \($0) at a time" } ?? "all streams are taken"
        return "not sent within \(time): \(words)"
    }
}
