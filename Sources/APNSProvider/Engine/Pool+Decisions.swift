// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// Decisions that several events lead to.
extension PoolStateMachine {
    /// The connection that can take the most requests; the oldest of equals.
    var roomiestConnection: ConnectionID? {
        var best: (id: ConnectionID, capacity: Int)?
        for (id, connection) in connections {
            let capacity = connection.capacity(streamCountMax: settings.streamCountMax)
            guard capacity > 0 else { continue }
            if let best, (best.capacity, id) > (capacity, best.id) { continue }
            best = (id, capacity)
        }
        return best?.id
    }

    mutating func nextWaiting() -> RequestID? {
        guard let id = queue.next(where: { requests[$0] != nil }) else { return nil }
        waitingCount -= 1
        return id
    }

    /// Opens a connection when requests wait that none of the others will take: one at a time, so
    /// that a crowd of first requests shares it.
    mutating func openIfNeeded() -> [Action] {
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

    mutating func finish(_ id: ConnectionID, stream: Int) -> [Action] {
        guard let flight = connections[id]?.finish(stream: stream) else { return [] }
        barrenCount = 0
        guard let outcome = flight.response.outcome else {
            let unknown = PushOutcome.unknown(
                mayHaveBeenProcessed: true, "the server's answer has no status")
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
        if rejection.reason == .expiredProviderToken, requests[flight.request]?.wasRenewed == false
        {
            requests[flight.request]?.stage = .renewing(rejection)
            actions.append(.renewToken(flight.request, expired: flight.token))
        } else {
            actions += complete(flight.request, outcome)
        }
        return actions + closeIfDrained(id) + openIfNeeded()
    }

    /// A connection that was told of an expired token may never take another (reported by the
    /// author of Pushy), and a token may change on a connection only every 20 minutes: so none of
    /// them goes on.
    mutating func drainConnections(using token: ProviderToken) -> [Action] {
        let ids = connections.filter { $0.value.lastToken == token }.keys.sorted()
        return ids.flatMap { id in
            connections[id]?.drain()
            return closeIfDrained(id)
        }
    }

    mutating func repeatOrFail(
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

    mutating func putBack(_ ids: [RequestID]) -> [Action] {
        for id in ids { requests[id]?.stage = .waiting }
        queue.putFirst(ids)
        waitingCount += ids.count
        return []
    }

    mutating func noteEnd(of connection: ConnectionStateMachine, cause: String) -> [Action] {
        guard !connection.hasAnswered, waitingCount > 0 else { return closeIfDone() }
        barrenCount += 1
        guard connection.phase == .connecting || barrenCount >= Self.barrenCountMax else {
            return []
        }
        return failWaiting(cause)
    }

    mutating func closeIfDrained(_ id: ConnectionID) -> [Action] {
        guard let connection = connections[id], connection.isFinished else { return [] }
        connections[id] = nil
        let reason = connection.goAwayCause ?? "it takes no more requests"
        return [.close(id)]
            + noteEnd(of: connection, cause: "the server closed the connection: \(reason)")
    }

    mutating func complete(_ id: RequestID, _ outcome: PushOutcome) -> [Action] {
        guard requests.removeValue(forKey: id) != nil else { return [] }
        return [.complete(id, outcome)] + closeIfDone()
    }

    mutating func closeIfDone() -> [Action] {
        guard isShuttingDown, requests.isEmpty else { return [] }
        let ids = connections.keys.sorted()
        connections = [:]
        return ids.map { .close($0) }
    }

    mutating func ping(_ id: ConnectionID) -> [Action] {
        guard let number = connections[id]?.startPing() else { return [] }
        return [.ping(id), .startTimer(.ping(id, number: number))]
    }

    mutating func heard(_ id: ConnectionID) { connections[id]?.heard() }

    mutating func sweep() -> [Action] {
        queue.sweep(knownCount: waitingCount) { requests[$0] != nil }
        return []
    }

    func lostOutcome(_ request: Request, cause: String) -> PushOutcome {
        guard case .onWire(let connection, let stream) = request.stage,
            connections[connection]?.flights[stream]?.isWritten == true
        else { return .unknown(mayHaveBeenProcessed: false, cause) }
        return .unknown(mayHaveBeenProcessed: true, cause)
    }

    func waitingCause(_ time: String) -> String {
        guard let open = connections.values.first(where: { $0.phase == .open }) else {
            return "no connection to \(settings.place) within \(time)"
        }
        let limit = open.hasAnswered ? open.peerStreamLimit : min(open.peerStreamLimit ?? 1, 1)
        let words = limit.map { "the server takes \($0) at a time" } ?? "all streams are taken"
        return "not sent within \(time): \(words)"
    }
}
