// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Waiting requests in the order of their arrival, except that retries precede all others.
///
/// The queue stores only the order. When a request ends early, its entry stays in the queue until
/// the owner takes the next request that still waits.
struct WaitingQueue<Ticket: Sendable>: Sendable {
    private var tickets = Deque<Ticket>()
    /// The minimum number of entries at which ``sweep(waitingCount:where:)`` removes obsolete
    /// entries.
    private static var sweepCountMin: Int { 64 }

    /// The number of entries, including obsolete entries.
    var entryCount: Int { tickets.count }

    @inline(__always)
    mutating func append(_ ticket: Ticket) { tickets.append(ticket) }

    mutating func removeAll() { tickets.removeAll() }

    /// Puts requests at the front of the queue, in the given order.
    mutating func putFirst(_ first: [Ticket]) {
        for ticket in first.reversed() { tickets.prepend(ticket) }
    }

    /// Removes and returns the next request that still waits.
    mutating func next(where waits: (Ticket) -> Bool) -> Ticket? {
        while let ticket = tickets.popFirst() {
            if waits(ticket) { return ticket }
        }
        return nil
    }

    /// Removes the requests that no longer wait if they make up more than half of the entries.
    mutating func sweep(waitingCount: Int, where waits: (Ticket) -> Bool) {
        guard entryCount >= Self.sweepCountMin, entryCount > 2 * waitingCount else { return }
        tickets.removeAll { !waits($0) }
    }
}
