// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import HTTP2Core
import Simulation

/// What the network does.
extension SimWorld {
    mutating func connect(_ id: ConnectionID, succeeds: Bool) {
        guard links[id]?.state == .connecting else { return }
        story?.add(now, "connect \(id): \(succeeds)")
        guard succeeds else {
            links[id]?.state = .closed
            return pool.connectionEnded(
                id, cause: FailureCause(.connectionRefused, "refused"), now: now)
        }
        links[id]?.state = .up
        pool.connected(id, now: now)
        collect(id)
        if !profile.trouble.isEmpty {
            agenda.add(.trouble(id), at: later(profile.troubleInterval))
        }
    }

    mutating func deliverToServer(_ id: ConnectionID) {
        guard let link = links[id], !link.toServer.pieces.isEmpty else { return }
        let piece = link.toServer.pieces.removeFirst()
        let count = record.attempts.count
        link.server.receive(piece, &record, &random)
        for index in count..<record.attempts.count { checkRepeat(index) }
        collect(id)
    }

    mutating func deliverToClient(_ id: ConnectionID) {
        guard let link = links[id], !link.toClient.pieces.isEmpty else { return }
        let piece = link.toClient.pieces.removeFirst()
        guard link.state == .up || link.state == .cut, !link.isDark else {
            return
        }
        link.deliveredCount += piece.count
        if link.hasReceived(link.server.pingAcknowledgementOffset) { link.pingDue = nil }
        let knows = link.hasReceived(link.server.drainOffset)
        let learns = knows || learnsOfExpiredToken(id, link)
        story?.add(now, "client hears \(piece.count) bytes of \(id)")
        pool.received(piece.span, on: id, now: now)
        // Bytes that were written before and wait for the socket may still be sent.
        if learns, link.isWritable { links[id]?.isDraining = true }
    }

    /// Whether the client has just received the response that its token is expired, to a request
    /// that still has no outcome.
    private func learnsOfExpiredToken(_ id: ConnectionID, _ link: SimLink) -> Bool {
        record.attempts.contains { attempt in
            attempt.connection == id && attempt.response?.isExpiredToken == true
                && record.requests[attempt.request].outcome == nil
                && link.hasReceived(attempt.proofOffset)
        }
    }

    mutating func trouble(_ id: ConnectionID) {
        guard let link = links[id], link.state == .up else { return }
        links[id]?.server.makeTrouble(&record, &random)
        if profile.trouble.contains(.cuts), random.thousandths(profile.cutChance) {
            agenda.add(.cut(id), at: now)
        }
        if random.thousandths(profile.silenceChance) {
            story?.add(now, "\(id) goes dark")
            links[id]?.isDark = true
        }
        link.troubleCount -= 1
        if link.troubleCount > 0 {
            agenda.add(.trouble(id), at: later(2 * profile.troubleInterval))
        }
        collect(id)
    }

    /// Ends a connection from outside. Bytes in transit may or may not still arrive.
    mutating func cut(_ id: ConnectionID) {
        guard links[id]?.state == .up else { return }
        story?.add(now, "cut \(id)")
        links[id]?.state = .cut
        links[id]?.server.isOver = true
        if random.chance(1, outOf: 2) { links[id]?.toClient.pieces = [] }
        if random.chance(1, outOf: 2) {
            links[id]?.toServer.pieces = []
            links[id]?.losesOutput = true
        }
        let lastDue = links[id]?.toClient.lastDue ?? now
        agenda.add(.reportEnd(id), at: max(lastDue, later(profile.delayMax)))
    }

    /// Sends the output of a server and schedules its tasks.
    mutating func collect(_ id: ConnectionID) {
        guard let link = links[id] else { return }
        let output = link.server.takeOutput()
        let tasks = link.server.tasks
        link.server.tasks = []
        for task in tasks {
            agenda.add(.server(id, task), at: later(profile.responseDelayMax))
        }
        guard !output.isEmpty, link.state == .up else { return }
        push(output, to: \.toClient, of: id, .toClient(id))
    }

    /// Sends bytes in pieces of any size.
    mutating func push(
        _ bytes: [UInt8], to pipe: ReferenceWritableKeyPath<SimLink, SimPipe>, of id: ConnectionID,
        _ arrival: SimEvent
    ) {
        guard let link = links[id] else { return }
        var start = 0
        let pieceCount = 1 + random.below(profile.pieceCountMax)
        for number in 0..<pieceCount where start < bytes.count {
            let isLast = number == pieceCount - 1
            let end = isLast ? bytes.count : start + 1 + random.below(bytes.count - start)
            link[keyPath: pipe].pieces.append(Array(bytes[start..<end]))
            let due = max(link[keyPath: pipe].lastDue, later(profile.delayMax))
            link[keyPath: pipe].lastDue = due
            agenda.add(arrival, at: due)
            start = end
        }
    }
}
