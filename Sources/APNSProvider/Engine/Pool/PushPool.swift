// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// The number that identifies a client's connection.
package typealias ConnectionID = UInt64

/// All requests and connections of a client as a value without I/O: its inputs are events and the
/// time, and its results are actions, completions and bytes for the sockets.
///
/// A request waits, is on a connection, or waits for a new provider token; it ends with exactly one
/// completion and is then removed. Events for requests and connections that no longer exist are
/// legal and ignored, because an event may have been on its way when its request or connection
/// ended.
///
/// `Caller` represents the code that waits for an outcome; the pool does not use it, and only
/// returns it with the outcome.
package struct PushPool<Caller: Sendable>: Sendable {
    /// The maximum number of connections that accept no new requests but still wait for responses.
    private static var drainingCountMax: Int { 8 }
    /// The maximum number of times that a provably unprocessed request is sent again after attempts
    /// without progress. In such an attempt, the request's stream was refused, or its connection
    /// ended without any response.
    private static var repeatCountMax: UInt8 { 3 }

    package let settings: Settings
    private var actions: [Action] = []
    private var completions = FIFOQueue<Completion>()
    private var requests = RequestTable<Caller>()
    private var connections = ConnectionSet()
    private var backoff = ConnectBackoff()
    /// The numbers of the expired provider tokens for which a replacement was requested.
    private var renewingNumbers: Set<UInt32> = []
    private var isShuttingDown = false
    private var now = EngineTime(nanoseconds: 0)

    package init(settings: Settings) { self.settings = settings }

    /// The number of requests without an outcome.
    package var requestCount: Int { requests.count }

    /// The number of connections that accept requests or are being opened.
    package var connectionCount: Int { connections.activeCount }

    /// The number of connections that are ready for requests.
    package var readyConnectionCount: Int { connections.readyCount }

    /// Whether the client is shut down and has no requests or connections left.
    package var isFinished: Bool {
        isShuttingDown && requests.count == 0 && connections.isEmpty
    }

    /// Whether ``dispatch(_:)`` would send any request.
    package var wantsDispatch: Bool {
        requests.waitingCount > 0 && connections.has { $0.capacity > 0 }
    }

    package var hasActions: Bool { !actions.isEmpty }

    package var load: Load {
        var load = Load()
        load.requestCount = requests.count
        load.waitingCount = requests.waitingCount
        load.queueEntryCount = requests.queueEntryCount
        connections.add(to: &load)
        return load
    }

    /// Returns the pending actions and removes them.
    package mutating func takeActions() -> [Action] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    /// Moves the completions into an empty batch, whose storage is then reused.
    package mutating func takeCompletions(_ used: inout FIFOQueue<Completion>) {
        swap(&used, &completions)
    }
}

// MARK: - Callers

extension PushPool {
    /// Accepts a request.
    ///
    /// - Parameter id: the number by which the caller identifies the request in ``cancel(_:now:)``.
    @inline(__always)
    package mutating func submit(
        _ request: consuming EngineRequest, caller: consuming Caller, id: UInt64 = 0,
        now: EngineTime
    ) {
        self.now = now
        guard !isShuttingDown else {
            return completions.append(
                (caller: caller, outcome: .closed, nanoseconds: 0))
        }
        guard requests.waitingCount < settings.waitingCountMax else {
            let cause = FailureCause(
                .queueFull,
                "\(requests.waitingCount) requests are already waiting; send fewer requests at the "
                    + "same time")
            return completions.append(
                (
                    caller: caller, outcome: .unknown(mayHaveBeenProcessed: false, cause),
                    nanoseconds: 0
                ))
        }
        requests.insert(consume request, caller: consume caller, callerID: id, now: now)
        if requests.waitingCount == 1 { openIfNeeded() }
    }

    /// Accepts the requests of a bulk send. The parameter `caller` returns the caller for a
    /// request's tag.
    package mutating func submit(
        all submissions: inout FIFOQueue<(request: EngineRequest, tag: Int)>, now: EngineTime,
        caller: (Int) -> Caller
    ) {
        while let (request, tag) = submissions.popFirst() {
            submit(request, caller: caller(tag), now: now)
        }
    }

    /// Gives up a request that its caller has cancelled. The linear search is acceptable, because
    /// cancellation is rare.
    package mutating func cancel(_ id: UInt64, now: EngineTime) {
        self.now = now
        guard let key = requests.keys.first(where: { requests[$0].callerID == id }) else { return }
        giveUp(
            key, waitingCause: FailureCause(.cancelled, "cancelled before it was sent"),
            sentCause: FailureCause(.cancelled, "cancelled before a response arrived"))
    }

    /// Opens the given number of connections, but at most ``Settings/connectionCountMax``, before
    /// any request needs them.
    package mutating func warmUp(_ count: Int, now: EngineTime) {
        self.now = now
        guard !isShuttingDown else { return }
        while connectionCount < min(count, settings.connectionCountMax) { open() }
    }

    /// Sends as many waiting requests as possible.
    ///
    /// - Parameter credential: the provider token; `nil` if a certificate is used.
    package mutating func dispatch(_ credential: Credential?) {
        while requests.waitingCount > 0, let (index, share) = connections.leastLoaded {
            if let credential {
                connections[index].connection.use(
                    authorization: credential.authorization, number: credential.number)
            }
            for _ in 0..<share {
                guard let key = requests.nextWaiting() else { break }
                start(key, on: index)
                // When a client shuts down, all connections are removed after the last outcome, so
                // the index may no longer be valid.
                guard connections.indices.contains(index), connections.capacity(at: index) > 0
                else { break }
            }
        }
        openIfNeeded()
    }

    /// Ends all waiting requests, for instance because no token can be signed.
    package mutating func failWaiting(_ cause: FailureCause) {
        while let key = requests.nextWaiting() {
            complete(key, .unknown(mayHaveBeenProcessed: false, cause))
        }
    }

    /// Reports the result of ``Action/renewToken(number:)``. If another token is available, the
    /// requests that were rejected because of the expired token are sent again on a new connection;
    /// otherwise their rejections are final.
    package mutating func tokenRenewed(expired number: UInt32, isAvailable: Bool, now: EngineTime) {
        self.now = now
        renewingNumbers.remove(number)
        var again: [RequestKey] = []
        for key in requests.keys {
            guard case .renewing(let response, number) = requests[key].stage else { continue }
            if isAvailable {
                requests[key].wasRenewed = true
                again.append(key)
            } else {
                complete(key, .response(response))
            }
        }
        requests.putBack(again)
        openIfNeeded()
    }

    package mutating func shutdown(now: EngineTime) {
        self.now = now
        isShuttingDown = true
        closeIfDone()
    }

    /// Drops all requests and connections immediately.
    package mutating func abandon(now: EngineTime) {
        self.now = now
        isShuttingDown = true
        let outcomes = requests.keys.map { ($0, outcomeIfDropped($0)) }
        // Close the connections before completing the requests, so that unsent output is not
        // written with the last bytes of the connections.
        for id in connections.ids { actions.append(.close(id)) }
        connections.removeAll()
        for (key, outcome) in outcomes { complete(key, outcome) }
        requests.clearQueue()
        backoff.cancelDelay()
    }

    private func outcomeIfDropped(_ key: RequestKey) -> EngineOutcome {
        let cause = FailureCause(.shutdown, "the client was deallocated")
        switch requests[key].stage {
        case .free, .waiting: return .unknown(mayHaveBeenProcessed: false, cause)
        case .renewing(let response, _): return .response(response)
        case .onWire(let id, let slot):
            guard let index = connections.index(of: id) else {
                return .unknown(mayHaveBeenProcessed: true, cause)
            }
            let connection = connections[index].connection
            let flight = connection.streams[slot]
            if let response = flight.response { return .response(response) }
            return .unknown(mayHaveBeenProcessed: connection.isHandedOver(flight), cause)
        }
    }
}

// MARK: - Time

extension PushPool {
    /// The next time at which ``advance(to:)`` has an event to handle; `nil` if there is none.
    package var nextDue: EngineTime? {
        var due = backoff.due
        func consider(_ time: EngineTime?) {
            guard let time else { return }
            due = due.map { min($0, time) } ?? time
        }
        if requests.first >= 0, !Bug.is(.deadlineTimerLost) {
            consider(requests[requests.first].submittedAt + settings.requestDeadline)
        }
        for index in connections.indices {
            consider(connections[index].connectDue)
            consider(connections[index].idleDue)
            consider(connections[index].pingDue?.time)
        }
        return due
    }

    /// Handles everything that is due at a time.
    package mutating func advance(to now: EngineTime) {
        self.now = now
        if backoff.endDelay(at: now) { openIfNeeded() }
        while requests.first >= 0,
            requests[requests.first].submittedAt + settings.requestDeadline <= now
        {
            if Bug.is(.waitingHasNoDeadline), case .waiting = requests[requests.first].stage {
                break
            }
            passDeadline(requests.first)
        }
        for id in connections.ids { checkTimers(of: id) }
    }

    private mutating func passDeadline(_ key: RequestKey) {
        let time = TextFormat.seconds(settings.requestDeadline)
        giveUp(
            key, waitingCause: FailureCause(.deadline, waitingCause(time)),
            sentCause: FailureCause(.deadline, "no response within \(time)"), suspects: true)
    }

    private mutating func checkTimers(of id: ConnectionID) {
        guard let index = connections.index(of: id) else { return }
        if let due = connections[index].connectDue, due <= now {
            let time = TextFormat.seconds(settings.connectTimeout)
            return end(
                id,
                cause: FailureCause(
                    .connectTimeout, "no connection to \(settings.address) within \(time)"))
        }
        if let due = connections[index].pingDue, due.time <= now {
            connections[index].pingDue = nil
            let isLost = connections[index].connection.outstandingPing == due.number
            if isLost, !Bug.is(.silentLinkKept) {
                let time = TextFormat.seconds(settings.pingTimeout)
                return end(
                    id,
                    cause: FailureCause(
                        .pingTimeout, "the server did not respond to a PING within \(time)"))
            }
        }
        if let due = connections[index].idleDue, due <= now {
            if connections[index].connection.checkIdle() { ping(index) }
            connections[index].idleDue = now + settings.idlePingInterval
        }
    }

    /// Removes a connection that the client gave up.
    private mutating func end(_ id: ConnectionID, cause: FailureCause) {
        actions.append(.close(id))
        connectionEnded(id, cause: cause, now: now)
    }

    private mutating func giveUp(
        _ key: RequestKey, waitingCause: FailureCause, sentCause: FailureCause,
        suspects: Bool = false
    ) {
        switch requests[key].stage {
        case .free: break
        case .waiting:
            requests.stopWaiting()
            complete(key, .unknown(mayHaveBeenProcessed: false, waitingCause))
            requests.sweepQueue()
        case .renewing(let response, _): complete(key, .response(response))
        case .onWire(let id, let slot): takeOff(key, id, slot, cause: sentCause, suspects: suspects)
        }
    }

    /// Ends a request that is on a connection and removes it from there.
    private mutating func takeOff(
        _ key: RequestKey, _ id: ConnectionID, _ slot: StreamTable.Slot,
        cause: FailureCause,
        suspects: Bool
    ) {
        guard let index = connections.index(of: id) else {
            return complete(key, .unknown(mayHaveBeenProcessed: true, cause))
        }
        let flight = connections[index].connection.streams[slot]
        let isWritten = connections[index].connection.isWritten(flight)
        connections[index].connection.abandon(slot)
        let wasSilent = flight.readCountAtStart == connections[index].connection.readCount
        if suspects, wasSilent { ping(index) }
        if let response = flight.response {
            complete(key, .response(response))
        } else {
            complete(key, .unknown(mayHaveBeenProcessed: isWritten, cause))
        }
        closeIfDrained(id)
        openIfNeeded()
    }
}

// MARK: - Connections

extension PushPool {
    /// Reports that the socket is connected and TLS is established, so that bytes may be sent.
    package mutating func connected(_ id: ConnectionID, now: EngineTime) {
        self.now = now
        guard let index = connections.index(of: id) else { return }
        connections[index].isWritable = true
    }

    /// Reports whether the socket is writable.
    package mutating func setWritable(_ id: ConnectionID, _ isWritable: Bool) {
        guard let index = connections.index(of: id) else { return }
        connections[index].isWritable = isWritable
    }

    /// Processes bytes received from the server.
    package mutating func received(
        _ bytes: borrowing Span<UInt8>, on id: ConnectionID, now: EngineTime
    ) {
        self.now = now
        guard let index = connections.index(of: id) else { return }
        let wasConnecting = connections[index].connection.phase == .connecting
        var violation: HTTP2ConnectionError?
        do { try connections[index].connection.receive(bytes) } catch { violation = error }
        var events = FIFOQueue<PushConnection.Event>()
        connections[index].connection.swapEvents(with: &events)
        while let event = events.popFirst() { handle(event, of: id) }
        // Give the emptied queue back to the connection, so that its storage is reused.
        if let index = connections.index(of: id) {
            connections[index].connection.swapEvents(with: &events)
        }
        if let violation, let index = connections.index(of: id) {
            var finalOutput: [UInt8]?
            // Only GOAWAY is still sent on this connection; requests that were not sent go to other
            // connections.
            if connections[index].isWritable {
                connections[index].connection.takeBackOutput()
                connections[index].connection.sendGoAway(violation.code)
                finalOutput = connections[index].connection.output
            }
            let cause =
                wasConnecting
                ? FailureCause(
                    .noHTTP2, "\(settings.address) does not speak HTTP/2; check host and port")
                : FailureCause(
                    .protocolError,
                    "the server violated HTTP/2 (\(violation.code)): \(violation.problem)")
            actions.append(.close(id))
            connectionEnded(id, cause: cause, now: now)
            connections.setFinalOutput(finalOutput, of: id)
            return
        }
        closeIfDrained(id)
        openIfNeeded()
    }

    private mutating func handle(_ event: consuming PushConnection.Event, of id: ConnectionID) {
        switch event {
        case .ready:
            guard let index = connections.index(of: id) else { return }
            connections[index].connectDue = nil
            connections[index].idleDue = now + settings.idlePingInterval
            backoff.connectionIsReady()
        case .response(let key, let response, let tokenNumber):
            backoff.responseArrived()
            finish(key, response, tokenNumber: tokenNumber, on: id)
        case .reset(let key, let code, let response, let wasSent):
            if let response { return complete(key, .response(response)) }
            let cause = FailureCause(
                code == .refusedStream ? .streamRefused : .streamReset,
                "the server reset the request's stream (\(code))")
            guard code == .refusedStream, !Bug.is(.refusedIsUnknown) else {
                return complete(key, .unknown(mayHaveBeenProcessed: wasSent, cause))
            }
            if Bug.is(.refusedCompletesTwice), let caller = requests[key].caller {
                completions.append(
                    (
                        caller: caller, outcome: .unknown(mayHaveBeenProcessed: false, cause),
                        nanoseconds: now.nanoseconds - requests[key].submittedAt.nanoseconds
                    ))
            }
            repeatOrFail([key], cause: cause)
        case .dropped(let key):
            let isProgress =
                connections.index(of: id).map { connections[$0].connection.hasResponded } ?? false
            repeatOrFail(
                [key], isProgress: isProgress, cause: lostCause(id, FailureCause(.goAway, "GOAWAY"))
            )
        case .broken(let key, let code, let response, let wasSent):
            if let response { return complete(key, .response(response)) }
            let cause = FailureCause(
                .protocolError, "the server's response is malformed; its stream was reset (\(code))"
            )
            complete(key, .unknown(mayHaveBeenProcessed: wasSent, cause))
        case .goAway, .pingAcknowledged: break
        }
    }

    /// Reports that the connection could not be opened or was closed.
    package mutating func connectionEnded(
        _ id: ConnectionID, cause: FailureCause, now: EngineTime
    ) {
        self.now = now
        connections.setFinalOutput(nil, of: id)
        guard let index = connections.index(of: id) else { return }
        let reason = lostCause(id, cause)
        let connection = connections.remove(at: index)
        var unsent: [RequestKey] = []
        for slot in connection.streams.open {
            let flight = connection.streams[slot]
            if let response = flight.response {
                complete(flight.request, .response(response))
            } else if connection.isHandedOver(flight), !Bug.is(.repeatsWhatMayBeProcessed) {
                complete(
                    flight.request,
                    .unknown(
                        mayHaveBeenProcessed: true,
                        FailureCause(
                            reason.code,
                            "connection lost before a response arrived: \(reason.text)")))
            } else {
                unsent.append(flight.request)
            }
        }
        repeatOrFail(unsent, isProgress: connection.hasResponded, cause: reason)
        noteEnd(of: connection, cause: reason)
        openIfNeeded()
    }

    /// Returns whether a connection has bytes for its socket.
    package func hasOutput(_ id: ConnectionID) -> Bool {
        connections.index(of: id).map { connections.hasOutput($0) } ?? false
    }

    /// The connections for which ``hasOutput(_:)`` is true.
    package var connectionsWithOutput: [ConnectionID] { connections.withOutput }

    /// Replaces the contents of `used`, whose storage is reused, with the bytes to write to a
    /// socket.
    package mutating func takeOutput(of id: ConnectionID, into used: inout [UInt8]) {
        connections.takeOutput(of: id, into: &used)
    }
}

// MARK: - Decisions that several events share

extension PushPool {
    private mutating func start(_ key: RequestKey, on index: Int) {
        // The request is moved out and back in, because passing it directly from the table would
        // copy it.
        var request = EngineRequest.absent
        swap(&request, &requests[key].request)
        let start = connections[index].connection.start(request, key: key)
        swap(&request, &requests[key].request)
        switch start {
        case .started(let slot): requests[key].stage = .onWire(connections.id(at: index), slot)
        case .headersTooLong(let byteCount, let limit):
            let cause = FailureCause(
                .headersTooLong,
                "the headers have \(byteCount) bytes, but the server accepts at most \(limit); "
                    + "shorten the topic or the collapse identifier")
            complete(key, .unknown(mayHaveBeenProcessed: false, cause))
        }
    }

    /// Opens a connection when no existing connection has room for the waiting requests. Only one
    /// connection is opened at a time, so that many first requests share it. APNs throttles a
    /// sender by allowing only one request at a time. If a server does so, no further connection to
    /// the server is opened.
    private mutating func openIfNeeded() {
        guard requests.waitingCount > 0, backoff.due == nil, connections.leastLoaded == nil
        else { return }
        guard connectionCount < settings.connectionCountMax,
            connections.drainingCount < Self.drainingCountMax,
            !connections.has({ !$0.isFull && $0.phase != .draining })
        else { return }
        open()
    }

    private mutating func open() {
        let connection = PushConnection(
            settings: PushConnection.Settings(
                streamCountMax: settings.streamCountMax, startsWithOne: settings.usesTokens,
                authority: settings.authority),
            firstStream: settings.firstStreamID)
        let id = connections.add(connection, connectDue: now + settings.connectTimeout)
        actions.append(.open(id))
    }

    private mutating func finish(
        _ key: RequestKey, _ response: consuming EngineResponse, tokenNumber: UInt32,
        on id: ConnectionID
    ) {
        guard response.status >= 300 else { return complete(key, .response(consume response)) }
        let reason = RejectionBody(response.body)?.reason
        switch reason?.row?.retry {
        case .newConnection: drain(id)
        case .newProviderToken:
            if !Bug.is(.connectionOfExpiredTokenKept) {
                // This connection is drained too, even if it has a newer token by now.
                drain(id)
                drainConnections(tokenNumber: tokenNumber)
            }
        default: break
        }
        guard reason == .expiredProviderToken, settings.usesTokens, !requests[key].wasRenewed else {
            return complete(key, .response(response))
        }
        requests[key].stage = .renewing(response, tokenNumber: tokenNumber)
        if renewingNumbers.insert(tokenNumber).inserted {
            actions.append(.renewToken(number: tokenNumber))
        }
    }

    private mutating func drain(_ id: ConnectionID) {
        guard let index = connections.index(of: id) else { return }
        connections[index].connection.drain()
    }

    /// Drains all connections with an expired token. After `ExpiredProviderToken`, a connection may
    /// never accept another token, as the author of Pushy reports, and the token of a connection
    /// may change only every 20 minutes.
    private mutating func drainConnections(tokenNumber: UInt32) {
        for id in connections.ids(where: { $0.tokenNumber == tokenNumber }) {
            drain(id)
            closeIfDrained(id)
        }
    }

    /// Sends again the requests that were provably not processed.
    ///
    /// - Parameter isProgress: whether the connection returned other responses before it ended. If
    ///   so, this attempt is not counted. For example, if a server accepts only ten requests on
    ///   each connection, a thousand requests need many connections, but each connection completes
    ///   some of the requests. The deadline limits all attempts together.
    private mutating func repeatOrFail(
        _ keys: [RequestKey], isProgress: Bool = false, cause: FailureCause
    ) {
        var again: [RequestKey] = []
        for key in keys {
            if isProgress {
                again.append(key)
            } else if requests[key].repeatCount < Self.repeatCountMax {
                requests[key].repeatCount += 1
                again.append(key)
            } else {
                complete(key, .unknown(mayHaveBeenProcessed: false, cause))
            }
        }
        requests.putBack(again)
    }

    /// Updates the state after a connection has ended.
    private mutating func noteEnd(of connection: PushConnection, cause: FailureCause) {
        guard !connection.hasResponded else { return closeIfDone() }
        let couldNotConnect = connection.phase == .connecting
        if couldNotConnect { backoff.connectionFailed(at: now) }
        guard requests.waitingCount > 0 else { return closeIfDone() }
        let areTooMany = backoff.countResponseless()
        guard couldNotConnect || areTooMany else { return }
        // While another connection works, waiting requests do not fail because of this connection.
        guard !connections.has({ $0.phase == .open && (couldNotConnect || $0.hasResponded) })
        else { return }
        failWaiting(cause)
    }

    private mutating func closeIfDrained(_ id: ConnectionID) {
        guard let index = connections.index(of: id), connections[index].connection.isFinished else {
            return
        }
        let cause = lostCause(id, FailureCause(.goAway, "the connection accepts no more requests"))
        connections[index].connection.sendGoAway()
        closeWithOutput(index)
        let connection = connections.remove(at: index)
        noteEnd(of: connection, cause: cause)
        openIfNeeded()
    }

    /// Closes a connection and keeps its remaining output until it is written.
    private mutating func closeWithOutput(_ index: Int) {
        connections.keepFinalOutput(of: index)
        actions.append(.close(connections.id(at: index)))
    }

    private mutating func complete(_ key: RequestKey, _ outcome: consuming EngineOutcome) {
        guard let (caller, submittedAt) = requests.remove(key) else { return }
        completions.append(
            (
                caller: consume caller, outcome: consume outcome,
                nanoseconds: now.nanoseconds - submittedAt.nanoseconds
            ))
        if isShuttingDown { closeIfDone() }
    }

    private mutating func closeIfDone() {
        guard isShuttingDown, requests.count == 0 else { return }
        for index in connections.indices {
            if connections[index].connection.phase != .connecting {
                connections[index].connection.sendGoAway()
            }
            closeWithOutput(index)
        }
        connections.removeAll()
        backoff.cancelDelay()
    }

    private mutating func ping(_ index: Int) {
        guard let number = connections[index].connection.ping() else { return }
        connections[index].pingDue = (now + settings.pingTimeout, number)
    }

    /// Returns why a connection was lost: the server's own reason if it sent GOAWAY.
    private func lostCause(_ id: ConnectionID, _ cause: FailureCause) -> FailureCause {
        guard let index = connections.index(of: id),
            let reason = connections[index].connection.goAwayCause
        else {
            return cause
        }
        return FailureCause(.goAway, "the server closed the connection: \(reason)")
    }

    private func waitingCause(_ time: String) -> String {
        guard
            let index = connections.indices.first(where: {
                connections[$0].connection.phase == .open
            })
        else {
            return "no connection to \(settings.address) within \(time)"
        }
        let hasResponded = connections[index].connection.hasResponded
        guard
            let limit = connections[index].connection.peerStreamLimit ?? (hasResponded ? nil : 1)
        else {
            return "not sent within \(time): all streams are in use"
        }
        let allowed = hasResponded ? limit : min(limit, connections[index].connection.streamLimit)
        return "not sent within \(time): the server allows \(allowed) requests at the same time"
    }
}
