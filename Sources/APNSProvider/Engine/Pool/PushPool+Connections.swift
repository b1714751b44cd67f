// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// Events from connections.
extension PushPool {
    /// Reports that the socket is connected and TLS is established, so that bytes may be sent.
    package mutating func connected(_ id: ConnectionID, now: EngineTime) {
        self.now = now
        guard let index = index(of: id) else { return }
        connections[index].isWritable = true
    }

    /// Reports whether the socket is writable.
    package mutating func setWritable(_ id: ConnectionID, _ isWritable: Bool) {
        guard let index = index(of: id) else { return }
        connections[index].isWritable = isWritable
    }

    /// Processes bytes received from the server.
    package mutating func received(
        _ bytes: borrowing Span<UInt8>, on id: ConnectionID, now: EngineTime
    ) {
        self.now = now
        guard let index = index(of: id) else { return }
        let wasConnecting = connections[index].connection.phase == .connecting
        var fault: HTTP2ConnectionError?
        do { try connections[index].connection.receive(bytes) } catch { fault = error }
        var events = FIFOQueue<PushConnection.Event>()
        swap(&events, &connections[index].connection.events)
        while let event = events.popFirst() { handle(event, of: id) }
        // Returns the storage for reuse.
        if let index = self.index(of: id) { swap(&events, &connections[index].connection.events) }
        if let fault, let index = self.index(of: id) {
            var finalOutput: [UInt8]?
            // Nothing but GOAWAY is sent from now on; unsent requests are sent on other
            // connections.
            if connections[index].isWritable {
                connections[index].connection.takeBackOutput()
                connections[index].connection.sendGoAway(fault.code)
                finalOutput = connections[index].connection.output
            }
            let cause =
                wasConnecting
                ? FailureCause(
                    .noHTTP2, "\(settings.place) does not speak HTTP/2; check host and port")
                : FailureCause(
                    .protocolError, "the server broke HTTP/2 (\(fault.code)): \(fault.problem)")
            actions.append(.close(id))
            connectionEnded(id, cause: cause, now: now)
            finalOutputs[id] = finalOutput
            return
        }
        closeIfDrained(id)
        openIfNeeded()
    }

    private mutating func handle(_ event: consuming PushConnection.Event, of id: ConnectionID) {
        switch event {
        case .ready:
            guard let index = index(of: id) else { return }
            connections[index].connectDue = nil
            connections[index].idleDue = now + settings.idlePingInterval
            failureCount = 0
        case .answered(let key, let answer, let tokenNumber):
            responselessCount = 0
            finish(key, answer, tokenNumber: tokenNumber, on: id)
        case .reset(let key, let code, let answer, let wasSent):
            if let answer { return complete(key, .answered(answer)) }
            let cause = FailureCause(
                code == .refusedStream ? .streamRefused : .streamReset,
                "the server reset the request's stream (\(code))")
            guard code == .refusedStream, !Bug.is(.refusedIsUnknown) else {
                return complete(key, .unknown(mayHaveBeenProcessed: wasSent, cause))
            }
            if Bug.is(.refusedCompletesTwice), let caller = table[key].caller {
                completions.append(
                    (
                        caller: caller, outcome: .unknown(mayHaveBeenProcessed: false, cause),
                        nanoseconds: now.nanoseconds - table[key].submittedAt.nanoseconds
                    ))
            }
            repeatOrFail([key], cause: cause)
        case .dropped(let key):
            let isProgress = index(of: id).map { connections[$0].connection.hasAnswered } ?? false
            repeatOrFail(
                [key], isProgress: isProgress, cause: lostCause(id, FailureCause(.goAway, "GOAWAY"))
            )
        case .broken(let key, let code, let answer, let wasSent):
            if let answer { return complete(key, .answered(answer)) }
            let cause = FailureCause(
                .protocolError, "the server's response is malformed; its stream was reset (\(code))"
            )
            complete(key, .unknown(mayHaveBeenProcessed: wasSent, cause))
        case .goAway, .pingAnswer: break
        }
    }

    /// Reports that the connection could not be opened or was closed.
    package mutating func connectionEnded(
        _ id: ConnectionID, cause: FailureCause, now: EngineTime
    ) {
        self.now = now
        finalOutputs[id] = nil
        guard let index = index(of: id) else { return }
        let words = lostCause(id, cause)
        let connection = connections.remove(at: index).connection
        var unsent: [RequestKey] = []
        for slot in connection.streams.open {
            let flight = connection.streams[slot]
            if let answer = flight.answer {
                complete(flight.request, .answered(answer))
            } else if connection.isHandedOver(flight), !Bug.is(.repeatsWhatMayBeProcessed) {
                complete(
                    flight.request,
                    .unknown(
                        mayHaveBeenProcessed: true,
                        FailureCause(
                            words.code, "connection lost before an answer came: \(words.text)")))
            } else {
                unsent.append(flight.request)
            }
        }
        repeatOrFail(unsent, isProgress: connection.hasAnswered, cause: words)
        noteEnd(of: connection, cause: words)
        openIfNeeded()
    }

    /// Returns whether a connection has bytes for its socket.
    package func hasOutput(_ id: ConnectionID) -> Bool {
        guard let index = index(of: id) else { return false }
        return connections[index].isWritable && !connections[index].connection.output.isEmpty
    }

    /// The connections for which ``hasOutput(_:)`` is true.
    package var connectionsWithOutput: [ConnectionID] {
        var ids: [ConnectionID] = []
        for index in connections.indices
        where connections[index].isWritable && !connections[index].connection.output.isEmpty {
            ids.append(connections[index].id)
        }
        return ids
    }

    /// Passes on the bytes to write to a socket; `used` is an array whose storage is reused.
    package mutating func takeOutput(of id: ConnectionID, into used: inout [UInt8]) {
        used.removeAll(keepingCapacity: used.capacity <= Self.spareByteCountMax)
        if let index = index(of: id) {
            connections[index].connection.takeOutput(&used)
        } else if let last = finalOutputs.removeValue(forKey: id) {
            used = last
        }
    }

    /// The capacity in bytes up to which arrays are reused.
    private static var spareByteCountMax: Int { 2 * PushConnection.outputByteCountMax }
}
