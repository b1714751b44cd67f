// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Requests that wait, first come first served, those to be repeated before all others.
///
/// Only the order lives here. Who leaves early is not searched for: the owner asks for the next one
/// that it still knows, and what it no longer knows is dropped on the way.
struct RequestQueue: Sendable {
    private var repeats: [PoolStateMachine.RequestID] = []
    private var newcomers: [PoolStateMachine.RequestID] = []
    private var firstIndex = 0
    /// Left-over entries are swept out when this many entries have gathered and most are left over.
    private static let sweepCountMin = 64

    /// How many entries there are, with those that will be dropped.
    var entryCount: Int { repeats.count + newcomers.count - firstIndex }

    mutating func append(_ id: PoolStateMachine.RequestID) { newcomers.append(id) }

    /// Puts requests before all others, in the given order.
    mutating func putFirst(_ ids: [PoolStateMachine.RequestID]) { repeats += ids.reversed() }

    /// Takes the next one that is still known.
    mutating func next(where isKnown: (PoolStateMachine.RequestID) -> Bool) -> PoolStateMachine
        .RequestID?
    {
        while let id = repeats.popLast() {
            if isKnown(id) { return id }
        }
        while firstIndex < newcomers.count {
            let id = newcomers[firstIndex]
            firstIndex += 1
            if isKnown(id) {
                forgetTaken()
                return id
            }
        }
        forgetTaken()
        return nil
    }

    /// Sweeps out what is no longer known when it makes up more than half of the entries.
    mutating func sweep(knownCount: Int, where isKnown: (PoolStateMachine.RequestID) -> Bool) {
        guard entryCount >= Self.sweepCountMin, entryCount > 2 * knownCount else { return }
        repeats = repeats.filter(isKnown)
        newcomers = newcomers[firstIndex...].filter(isKnown)
        firstIndex = 0
    }

    private mutating func forgetTaken() {
        guard firstIndex == newcomers.count || firstIndex > newcomers.count / 2 + Self.sweepCountMin
        else {
            return
        }
        newcomers.removeFirst(firstIndex)
        firstIndex = 0
    }
}
