// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Events from connections.
extension PoolStateMachine {
    /// The server's SETTINGS; the first make the connection ready.
    mutating func receivedSettings(_ id: ConnectionID, maxConcurrentStreams: Int?) -> [Action] {
        heard(id)
        guard connections[id]?.receiveSettings(maxConcurrentStreams: maxConcurrentStreams) == true
        else {
            return []
        }
        return [.startTimer(.idle(id))]
    }

    /// The last byte of a request went to the operating system.
    mutating func requestWritten(_ id: ConnectionID, stream: Int) {
        connections[id]?.markWritten(stream: stream)
    }

    /// A request could not be put on the connection, which is then not trusted with another.
    mutating func requestNotWritten(_ id: ConnectionID, stream: Int) -> [Action] {
        guard let flight = connections[id]?.abandon(stream: stream) else { return [] }
        connections[id]?.drain()
        return repeatOrFail([flight], cause: "the request could not be written")
            + closeIfDrained(id)
            + openIfNeeded()
    }

    mutating func received(
        head: ResponseAccumulator.Head, _ id: ConnectionID, stream: Int, isLast: Bool
    ) -> [Action] {
        heard(id)
        connections[id]?.receive(head: head, stream: stream)
        return isLast ? finish(id, stream: stream) : []
    }

    mutating func received(body: [UInt8], _ id: ConnectionID, stream: Int, isLast: Bool) -> [Action]
    {
        heard(id)
        guard connections[id]?.receive(body: body, stream: stream) != false else {
            return isLast
                ? finish(id, stream: stream)
                : finish(id, stream: stream) + [.reset(id, stream: stream)]
        }
        return isLast ? finish(id, stream: stream) : []
    }

    /// The stream ended without a complete answer.
    ///
    /// - Parameter code: the error code; after REFUSED_STREAM the server certainly did nothing with
    ///   the request (RFC 9113 section 8.7).
    mutating func receivedReset(_ id: ConnectionID, stream: Int, code: Int) -> [Action] {
        heard(id)
        guard let flight = connections[id]?.abandon(stream: stream) else { return [] }
        let cause = "the server reset the request's stream (\(HTTP2ErrorName.text(code)))"
        let actions: [Action]
        if let outcome = flight.response.outcome {
            actions = complete(flight.request, outcome)
        } else if code == HTTP2ErrorName.refusedStream {
            actions = repeatOrFail([flight], cause: cause)
        } else {
            actions = complete(flight.request, .unknown(mayHaveBeenProcessed: true, cause))
        }
        return actions + closeIfDrained(id) + openIfNeeded()
    }

    mutating func receivedGoAway(_ id: ConnectionID, lastStream: Int, cause: String) -> [Action] {
        heard(id)
        guard let dropped = connections[id]?.receiveGoAway(lastStream: lastStream, cause: cause)
        else {
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
        let words =
            connection.goAwayCause.map { "the server closed the connection: \($0)" } ?? cause
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
            return [.close(id)]
                + connectionEnded(id, cause: "the server did not answer a PING within \(time)")
        }
    }
}
