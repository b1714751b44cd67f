// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// Decisions that several events share.
extension PushPool {
    /// The connection with the greatest capacity, the oldest if several are equal, and the number
    /// of requests it gets before another one has more, at least ``shareMin``.
    var leastLoaded: (index: Int, share: Int)? {
        var best: (index: Int, capacity: Int)?
        var second = 0
        for index in connections.indices {
            let capacity = connections[index].connection.capacity
            guard capacity > 0 else { continue }
            guard let known = best else {
                best = (index, capacity)
                continue
            }
            if capacity > known.capacity {
                second = known.capacity
                best = (index, capacity)
            } else {
                second = max(second, capacity)
            }
        }
        return best.map { ($0.index, max(Self.shareMin, $0.capacity - second)) }
    }

    mutating func nextWaiting() -> RequestTable<Caller>.Ticket? {
        guard waitingCount > 0 else { return nil }
        guard let ticket = queue.next(where: { table.isWaiting($0) }) else { return nil }
        waitingCount -= 1
        return ticket
    }

    mutating func start(_ key: RequestKey, on index: Int) {
        // The request is moved out and back, because passing it from the table would copy it.
        var request = EngineRequest.absent
        swap(&request, &table[key].request)
        let start = connections[index].connection.start(request, key: key)
        swap(&request, &table[key].request)
        switch start {
        case .started(let slot): table[key].stage = .onWire(connections[index].id, slot)
        case .headersTooLong(let byteCount, let limit):
            let cause = FailureCause(
                .headersTooLong,
                "the headers take \(byteCount) bytes, the server takes \(limit); shorten topic or "
                    + "collapse identifier")
            complete(key, .unknown(mayHaveBeenProcessed: false, cause))
        }
    }

    /// Opens a connection when waiting requests fit on no existing one: one at a time, so that many
    /// first requests share it. No more connections are opened to a server that allows one request
    /// at a time, because that is how APNs throttles a sender.
    mutating func openIfNeeded() {
        guard waitingCount > 0, reconnectDue == nil, leastLoaded == nil else { return }
        guard connectionCount < settings.connectionCountMax,
            connections.count - connectionCount < Self.drainingCountMax,
            !has({ !$0.isFull && $0.phase != .draining })
        else { return }
        open()
    }

    mutating func open() {
        let id = nextConnectionID
        nextConnectionID += 1
        var connection = PushConnection.Settings()
        connection.streamCountMax = settings.streamCountMax
        connection.startsWithOne = settings.usesTokens
        connection.authority = settings.authority
        connections.append(
            Member(
                id: id,
                connection: PushConnection(
                    settings: connection, firstStream: settings.firstStreamID),
                connectDue: now + settings.connectTimeout))
        actions.append(.open(id))
    }

    mutating func finish(
        _ key: RequestKey, _ answer: consuming Answer, tokenNumber: UInt32, on id: ConnectionID
    ) {
        guard answer.status >= 300 else { return complete(key, .answered(consume answer)) }
        let reason = RejectionBody(answer.body)?.reason
        switch reason?.row?.retry {
        case .newConnection: drain(id)
        case .newProviderToken:
            if !Bug.is(.connectionOfExpiredTokenKept) {
                // This connection too, even if it has a newer token by now.
                drain(id)
                drainConnections(tokenNumber: tokenNumber)
            }
        default: break
        }
        guard reason == .expiredProviderToken, settings.usesTokens, !table[key].wasRenewed else {
            return complete(key, .answered(answer))
        }
        table[key].stage = .renewing(answer, tokenNumber: tokenNumber)
        if renewingNumbers.insert(tokenNumber).inserted {
            actions.append(.renewToken(number: tokenNumber))
        }
    }

    private mutating func drain(_ id: ConnectionID) {
        guard let index = index(of: id) else { return }
        connections[index].connection.drain()
    }

    /// Drains all connections with an expired token. After `ExpiredProviderToken`, a connection may
    /// never accept another token (reported by the author of Pushy), and a token may change on a
    /// connection only every 20 minutes.
    private mutating func drainConnections(tokenNumber: UInt32) {
        for id in connections.filter({ $0.connection.tokenNumber == tokenNumber }).map(\.id) {
            drain(id)
            closeIfDrained(id)
        }
    }

    /// Sends requests again that were provably not processed.
    ///
    /// - Parameter isProgress: whether the connection returned other responses before it ended. If
    ///   so, this attempt is not counted: a server that accepts ten requests per connection leaves
    ///   most of many requests unprocessed repeatedly, but each time some of them succeed. The
    ///   deadline limits all attempts.
    mutating func repeatOrFail(_ keys: [RequestKey], isProgress: Bool = false, cause: FailureCause)
    {
        var again: [RequestKey] = []
        for key in keys {
            if isProgress {
                again.append(key)
            } else if table[key].repeatCount < Self.repeatCountMax {
                table[key].repeatCount += 1
                again.append(key)
            } else {
                complete(key, .unknown(mayHaveBeenProcessed: false, cause))
            }
        }
        putBack(again)
    }

    mutating func putBack(_ keys: [RequestKey]) {
        for key in keys {
            table[key].stage = .waiting
            if Bug.is(.repeatLosesID), case .push(var push) = table[key].request {
                push.id = nil
                table[key].request = .push(push)
            }
        }
        queue.putFirst(keys.map { table.ticket($0) })
        waitingCount += keys.count
    }

    /// Updates the state after a connection has ended.
    mutating func noteEnd(of connection: PushConnection, cause: FailureCause) {
        guard !connection.hasAnswered else { return closeIfDone() }
        if connection.phase == .connecting {
            let delay = Self.reconnectDelay * (1 << min(failureCount, 10))
            failureCount += 1
            reconnectDue = now + min(delay, Self.reconnectDelayMax)
        }
        guard waitingCount > 0 else { return closeIfDone() }
        responselessCount += 1
        guard connection.phase == .connecting || responselessCount >= Self.responselessCountMax
        else { return }
        // While another connection works, waiting requests do not fail.
        let isHopeless = connections.allSatisfy {
            $0.connection.phase != .open
                || connection.phase != .connecting && !$0.connection.hasAnswered
        }
        guard isHopeless else { return }
        failWaiting(cause)
    }

    mutating func closeIfDrained(_ id: ConnectionID) {
        guard let index = index(of: id), connections[index].connection.isFinished else { return }
        let connection = connections[index].connection
        let cause = lostCause(id, FailureCause(.goAway, "it takes no more requests"))
        connections[index].connection.sendGoAway()
        closeWithOutput(id, index)
        connections.remove(at: index)
        noteEnd(of: connection, cause: cause)
        openIfNeeded()
    }

    /// Closes a connection and keeps its remaining output until it is written.
    mutating func closeWithOutput(_ id: ConnectionID, _ index: Int) {
        if connections[index].isWritable {
            finalOutputs[id] = connections[index].connection.output
        }
        actions.append(.close(id))
    }

    mutating func complete(_ key: RequestKey, _ outcome: consuming EngineOutcome) {
        guard let (caller, submittedAt) = table.remove(key) else { return }
        completions.append(
            (
                caller: consume caller, outcome: consume outcome,
                nanoseconds: now.nanoseconds - submittedAt.nanoseconds
            ))
        if isShuttingDown { closeIfDone() }
    }

    mutating func closeIfDone() {
        guard isShuttingDown, table.count == 0 else { return }
        for index in connections.indices {
            if connections[index].connection.phase != .connecting {
                connections[index].connection.sendGoAway()
            }
            closeWithOutput(connections[index].id, index)
        }
        connections = []
        reconnectDue = nil
    }

    mutating func ping(_ index: Int) {
        guard let number = connections[index].connection.ping() else { return }
        connections[index].pingDue = (now + settings.pingTimeout, number)
    }

    mutating func sweep() {
        queue.sweep(waitingCount: waitingCount) { table.isWaiting($0) }
    }

    /// Returns why a connection was lost: the server's own reason if it sent GOAWAY.
    func lostCause(_ id: ConnectionID, _ cause: FailureCause) -> FailureCause {
        guard let index = index(of: id), let words = connections[index].connection.goAwayCause
        else {
            return cause
        }
        return FailureCause(.goAway, "the server closed the connection: \(words)")
    }

    func waitingCause(_ time: String) -> String {
        guard let open = connections.first(where: { $0.connection.phase == .open })?.connection
        else {
            return "no connection to \(settings.place) within \(time)"
        }
        guard let limit = open.peer.maxConcurrentStreams ?? (open.hasAnswered ? nil : 1) else {
            return "not sent within \(time): all streams are taken"
        }
        let taken = open.hasAnswered ? limit : min(limit, open.streamLimit)
        return "not sent within \(time): the server takes \(taken) at a time"
    }
}
