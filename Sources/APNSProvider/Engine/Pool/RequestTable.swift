// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// All requests without an outcome. The table consists of reusable entries, linked in the order of
/// their arrival, and of the queue of requests that wait for a connection.
///
/// Every request has the same time limit, so the order of arrival is also the order of the
/// deadlines: the first request always has the next deadline.
struct RequestTable<Caller: Sendable>: Sendable {
    struct Entry: Sendable {
        var request = EngineRequest.absent
        var caller: Caller?
        /// The number by which the caller identifies the request for cancellation.
        var callerID: UInt64 = 0
        var stage = Stage.free
        var submittedAt = EngineTime(nanoseconds: 0)
        /// A number that is incremented with every use of the entry, so that an old ticket does not
        /// match a new request.
        var useCount: UInt32 = 0
        /// The number of times that the request was sent again because it was provably not
        /// processed.
        var repeatCount: UInt8 = 0
        /// Whether the request was sent again with another provider token.
        var wasRenewed = false
        fileprivate var previous: RequestKey = -1
        fileprivate var next: RequestKey = -1

        /// Begins to use the entry for a request.
        @inline(__always)
        fileprivate mutating func begin(
            _ request: consuming EngineRequest, _ caller: consuming Caller, callerID: UInt64,
            now: EngineTime, previous: RequestKey
        ) {
            self.request = consume request
            self.caller = consume caller
            self.callerID = callerID
            stage = .waiting
            submittedAt = now
            useCount &+= 1
            repeatCount = 0
            wasRenewed = false
            self.previous = previous
            next = -1
        }
    }

    enum Stage: Sendable {
        case free
        case waiting
        case onWire(ConnectionID, StreamTable.Slot)
        /// APNs rejected the request because its provider token, identified by this number, had
        /// expired. A new token was requested; if none is available, the rejection is final.
        case renewing(EngineResponse, tokenNumber: UInt32)
    }

    /// An entry of the queue. Its request may have ended in the meantime.
    private struct Ticket: Hashable, Sendable {
        let key: RequestKey
        let useCount: UInt32
    }

    private var entries: [Entry] = []
    private var free: [RequestKey] = []
    private(set) var first: RequestKey = -1
    private var last: RequestKey = -1
    private(set) var count = 0
    private var queue = WaitingQueue<Ticket>()
    /// The number of requests that wait for a connection.
    private(set) var waitingCount = 0

    subscript(key: RequestKey) -> Entry {
        get { entries[Int(key)] }
        _modify { yield &entries[Int(key)] }
    }

    /// The keys of all requests, in order from the oldest to the newest.
    var keys: [RequestKey] {
        var keys: [RequestKey] = []
        var key = first
        while key >= 0 {
            keys.append(key)
            key = entries[Int(key)].next
        }
        return keys
    }

    /// Adds a request and puts it into the queue.
    @inline(__always)
    mutating func insert(
        _ request: consuming EngineRequest, caller: consuming Caller, callerID: UInt64,
        now: EngineTime
    ) {
        let key: RequestKey
        if let used = free.popLast() {
            key = used
        } else {
            key = RequestKey(entries.count)
            entries.append(Entry())
        }
        entries[Int(key)].begin(
            consume request, consume caller, callerID: callerID, now: now, previous: last)
        let useCount = entries[Int(key)].useCount
        if last >= 0 { entries[Int(last)].next = key } else { first = key }
        last = key
        count += 1
        queue.append(Ticket(key: key, useCount: useCount))
        waitingCount += 1
    }

    /// Removes a request and returns its caller.
    mutating func remove(_ key: RequestKey) -> (caller: Caller, submittedAt: EngineTime)? {
        let index = Int(key)
        guard let caller = entries[index].caller.take() else { return nil }
        let submittedAt = entries[index].submittedAt
        let (previous, next) = (entries[index].previous, entries[index].next)
        if previous >= 0 { entries[Int(previous)].next = next } else { first = next }
        if next >= 0 { entries[Int(next)].previous = previous } else { last = previous }
        entries[index].stage = .free
        entries[index].request = .absent
        free.append(key)
        count -= 1
        return (caller, submittedAt)
    }

    // MARK: Waiting requests

    /// The number of entries in the queue, including entries of requests that have ended.
    var queueEntryCount: Int { queue.entryCount }

    /// Removes and returns the next request in the queue that still waits.
    mutating func nextWaiting() -> RequestKey? {
        guard waitingCount > 0 else { return nil }
        guard let ticket = queue.next(where: { Self.isWaiting($0, in: entries) }) else {
            return nil
        }
        waitingCount -= 1
        return ticket.key
    }

    /// Puts requests that were on a connection at the front of the queue, in the given order.
    mutating func putBack(_ keys: [RequestKey]) {
        for key in keys {
            entries[Int(key)].stage = .waiting
            if Bug.is(.repeatLosesID), case .push(var push) = entries[Int(key)].request {
                push.id = nil
                entries[Int(key)].request = .push(push)
            }
        }
        queue.putFirst(keys.map { Ticket(key: $0, useCount: entries[Int($0)].useCount) })
        waitingCount += keys.count
    }

    /// Decrements the number of waiting requests, because a waiting request is about to be removed.
    mutating func stopWaiting() { waitingCount -= 1 }

    /// Removes the tickets of requests that no longer wait, if these are the majority of the
    /// tickets.
    mutating func sweepQueue() {
        queue.sweep(waitingCount: waitingCount) { Self.isWaiting($0, in: entries) }
    }

    mutating func clearQueue() {
        queue.removeAll()
        waitingCount = 0
    }

    /// Returns whether a queued request still waits.
    @inline(__always)
    private static func isWaiting(_ ticket: Ticket, in entries: [Entry]) -> Bool {
        guard entries[Int(ticket.key)].useCount == ticket.useCount,
            case .waiting = entries[Int(ticket.key)].stage
        else { return false }
        return true
    }
}
