// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// All requests without an outcome: reusable entries, linked in the order of their arrival.
///
/// Every request has the same time limit, so this is the order of the deadlines too: the first one
/// is always the next that is due.
struct RequestTable<Caller: Sendable>: Sendable {
    struct Entry: Sendable {
        var request = EngineRequest.absent
        var caller: Caller?
        /// The caller's own number for the request, for cancellation.
        var callerID: UInt64 = 0
        var stage = Stage.free
        var submittedAt = EngineTime(nanoseconds: 0)
        /// Incremented with every use of the entry, so that an old ticket does not match a new
        /// request.
        var useCount: UInt32 = 0
        /// How often the request was sent again because it was provably not processed.
        var repeatCount: UInt8 = 0
        /// Whether the request was sent again with another provider token.
        var wasRenewed = false
        fileprivate var previous: RequestKey = -1
        fileprivate var next: RequestKey = -1

        /// Uses the entry for a request.
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
        /// A new provider token was requested to replace the one of this number; without one, this
        /// rejection is final.
        case renewing(Answer, tokenNumber: UInt32)
    }

    /// A request in the queue; it may have ended since.
    struct Ticket: Hashable, Sendable {
        let key: RequestKey
        let useCount: UInt32
    }

    private var entries: [Entry] = []
    private var free: [RequestKey] = []
    private(set) var first: RequestKey = -1
    private var last: RequestKey = -1
    private(set) var count = 0

    subscript(key: RequestKey) -> Entry {
        _read { yield entries[Int(key)] }
        _modify { yield &entries[Int(key)] }
    }

    /// The keys of all requests, oldest first.
    var keys: [RequestKey] {
        var keys: [RequestKey] = []
        var key = first
        while key >= 0 {
            keys.append(key)
            key = entries[Int(key)].next
        }
        return keys
    }

    mutating func insert(
        _ request: consuming EngineRequest, caller: consuming Caller, callerID: UInt64,
        now: EngineTime
    ) -> Ticket {
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
        return Ticket(key: key, useCount: useCount)
    }

    func ticket(_ key: RequestKey) -> Ticket {
        Ticket(key: key, useCount: entries[Int(key)].useCount)
    }

    /// Returns whether a queued request still waits.
    func isWaiting(_ ticket: Ticket) -> Bool {
        guard entries[Int(ticket.key)].useCount == ticket.useCount,
            case .waiting = entries[Int(ticket.key)].stage
        else { return false }
        return true
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
}
