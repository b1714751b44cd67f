// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Requests that wait, first come first served, those to be repeated before all others.
///
/// Only the order lives here. Who leaves early is not searched for: the owner asks for the next one
/// that still waits, and what does not is dropped on the way.
struct WaitingQueue<Ticket: Sendable>: Sendable {
    private var tickets = Deque<Ticket>()
    /// Left-over entries are swept out when this many entries have gathered and most are left over.
    private static var sweepCountMin: Int { 64 }

    /// How many entries there are, with those that will be dropped.
    var entryCount: Int { tickets.count }

    mutating func append(_ ticket: Ticket) { tickets.append(ticket) }

    mutating func removeAll() { tickets.removeAll() }

    /// Puts requests before all others, in the given order.
    mutating func putFirst(_ first: [Ticket]) {
        for ticket in first.reversed() { tickets.prepend(ticket) }
    }

    /// Takes the next one that still waits.
    mutating func next(where waits: (Ticket) -> Bool) -> Ticket? {
        while let ticket = tickets.popFirst() {
            if waits(ticket) { return ticket }
        }
        return nil
    }

    /// Sweeps out what waits no more when it makes up more than half of the entries.
    mutating func sweep(waitingCount: Int, where waits: (Ticket) -> Bool) {
        guard entryCount >= Self.sweepCountMin, entryCount > 2 * waitingCount else { return }
        tickets.removeAll { !waits($0) }
    }
}
