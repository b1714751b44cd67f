// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Events from callers.
extension PushPool {
    /// Accepts a request.
    ///
    /// - Parameter id: the caller's own number for the request, for ``cancel(_:now:)``.
    package mutating func submit(
        _ request: consuming EngineRequest, caller: consuming Caller, id: UInt64 = 0,
        now: EngineTime
    ) {
        self.now = now
        guard !isShuttingDown else {
            return completions.append(
                (caller: caller, outcome: .closed, nanoseconds: 0))
        }
        guard waitingCount < settings.waitingCountMax else {
            let cause = FailureCause(
                .queueFull, "\(waitingCount) requests wait already; send fewer at a time")
            return completions.append(
                (
                    caller: caller, outcome: .unknown(mayHaveBeenProcessed: false, cause),
                    nanoseconds: 0
                ))
        }
        queue.append(
            table.insert(consume request, caller: consume caller, callerID: id, now: now))
        waitingCount += 1
        if waitingCount == 1 { openIfNeeded() }
    }

    /// Accepts the requests of a bulk send, whose callers are given by their tags.
    package mutating func submit(
        all submissions: inout FIFOQueue<(request: EngineRequest, tag: Int)>, now: EngineTime,
        caller: (Int) -> Caller
    ) {
        while let (request, tag) = submissions.popFirst() {
            submit(request, caller: caller(tag), now: now)
        }
    }

    /// Gives up a request that its caller has cancelled. All requests are searched, because this is
    /// rare.
    package mutating func cancel(_ id: UInt64, now: EngineTime) {
        self.now = now
        guard let key = table.keys.first(where: { table[$0].callerID == id }) else { return }
        giveUp(
            key, waitingCause: FailureCause(.cancelled, "cancelled before it was sent"),
            sentCause: FailureCause(.cancelled, "cancelled before an answer came"))
    }

    /// Opens a number of connections before any request needs them, at most
    /// ``Settings/connectionCountMax``.
    package mutating func warmUp(_ count: Int, now: EngineTime) {
        self.now = now
        guard !isShuttingDown else { return }
        while connectionCount < min(count, settings.connectionCountMax) { open() }
    }

    /// Sends as many waiting requests as possible.
    ///
    /// - Parameter credential: the provider token; `nil` if a certificate is used.
    package mutating func dispatch(_ credential: Credential?) {
        while waitingCount > 0, let (index, share) = leastLoaded {
            if let credential {
                connections[index].connection.use(
                    authorization: credential.authorization, number: credential.number)
            }
            for _ in 0..<share {
                guard let ticket = nextWaiting() else { break }
                start(ticket.key, on: index)
                // When a client shuts down, all connections are removed with the last outcome.
                guard connections.indices.contains(index),
                    connections[index].connection.capacity > 0
                else { break }
            }
        }
        openIfNeeded()
    }

    /// Ends all waiting requests, for instance because no token can be signed.
    package mutating func failWaiting(_ cause: FailureCause) {
        while let ticket = nextWaiting() {
            complete(ticket.key, .unknown(mayHaveBeenProcessed: false, cause))
        }
    }

    /// Reports the result of ``Action/renewToken(number:)``. With another token, the requests are
    /// sent again on a new connection; without one, their rejections are final.
    package mutating func tokenRenewed(expired number: UInt32, isAvailable: Bool, now: EngineTime) {
        self.now = now
        renewingNumbers.remove(number)
        var again: [RequestKey] = []
        for key in table.keys {
            guard case .renewing(let answer, number) = table[key].stage else { continue }
            if isAvailable {
                table[key].wasRenewed = true
                again.append(key)
            } else {
                complete(key, .answered(answer))
            }
        }
        putBack(again)
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
        let outcomes = table.keys.map { ($0, outcomeIfDropped($0)) }
        // Close before completing, so that unsent output is not written with the last bytes of the
        // connections.
        for member in connections { actions.append(.close(member.id)) }
        connections = []
        for (key, outcome) in outcomes { complete(key, outcome) }
        queue.removeAll()
        waitingCount = 0
        reconnectDue = nil
    }

    private func outcomeIfDropped(_ key: RequestKey) -> EngineOutcome {
        let cause = FailureCause(.shutdown, "the client was dropped")
        switch table[key].stage {
        case .free, .waiting: return .unknown(mayHaveBeenProcessed: false, cause)
        case .renewing(let answer, _): return .answered(answer)
        case .onWire(let id, let slot):
            guard let index = index(of: id) else {
                return .unknown(mayHaveBeenProcessed: true, cause)
            }
            let connection = connections[index].connection
            let flight = connection.streams[slot]
            if let answer = flight.answer { return .answered(answer) }
            return .unknown(mayHaveBeenProcessed: connection.isHandedOver(flight), cause)
        }
    }

    // MARK: Time

    /// The next time at which ``advance(to:)`` has something to do; `nil` if there is none.
    package var nextDue: EngineTime? {
        var due = reconnectDue
        func consider(_ time: EngineTime?) {
            guard let time else { return }
            due = due.map { min($0, time) } ?? time
        }
        if table.first >= 0, !Bug.is(.deadlineTimerLost) {
            consider(table[table.first].submittedAt + settings.requestDeadline)
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
        if let due = reconnectDue, due <= now {
            reconnectDue = nil
            openIfNeeded()
        }
        while table.first >= 0,
            table[table.first].submittedAt + settings.requestDeadline <= now
        {
            if Bug.is(.waitingHasNoDeadline), case .waiting = table[table.first].stage { break }
            passDeadline(table.first)
        }
        for id in connections.map(\.id) { checkTimers(of: id) }
    }

    private mutating func passDeadline(_ key: RequestKey) {
        let time = Words.seconds(settings.requestDeadline)
        giveUp(
            key, waitingCause: FailureCause(.deadline, waitingCause(time)),
            sentCause: FailureCause(.deadline, "no answer within \(time)"), suspects: true)
    }

    private mutating func checkTimers(of id: ConnectionID) {
        guard let index = index(of: id) else { return }
        if let due = connections[index].connectDue, due <= now {
            let time = Words.seconds(settings.connectTimeout)
            return end(
                id,
                cause: FailureCause(
                    .connectTimeout, "no connection to \(settings.place) within \(time)"))
        }
        if let due = connections[index].pingDue, due.time <= now {
            connections[index].pingDue = nil
            let isLost = connections[index].connection.outstandingPing == due.number
            if isLost, !Bug.is(.silentLinkKept) {
                let time = Words.seconds(settings.pingTimeout)
                return end(
                    id,
                    cause: FailureCause(
                        .pingTimeout, "the server did not answer a PING within \(time)"))
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
        switch table[key].stage {
        case .free: break
        case .waiting:
            waitingCount -= 1
            complete(key, .unknown(mayHaveBeenProcessed: false, waitingCause))
            sweep()
        case .renewing(let answer, _): complete(key, .answered(answer))
        case .onWire(let id, let slot): takeOff(key, id, slot, cause: sentCause, suspects: suspects)
        }
    }

    /// Ends a request that is on a connection and removes it from there.
    private mutating func takeOff(
        _ key: RequestKey, _ id: ConnectionID, _ slot: StreamTable.Slot,
        cause: FailureCause,
        suspects: Bool
    ) {
        guard let index = index(of: id) else {
            return complete(key, .unknown(mayHaveBeenProcessed: true, cause))
        }
        let flight = connections[index].connection.streams[slot]
        let isWritten = connections[index].connection.isWritten(flight)
        connections[index].connection.abandon(slot)
        let wasSilent = flight.heardCountAtStart == connections[index].connection.heardCount
        if suspects, wasSilent { ping(index) }
        if let answer = flight.answer {
            complete(key, .answered(answer))
        } else {
            complete(key, .unknown(mayHaveBeenProcessed: isWritten, cause))
        }
        closeIfDrained(id)
        openIfNeeded()
    }
}
