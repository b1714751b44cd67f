// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// Where the outcomes of a bulk send gather until its consumer takes them, all at once.
final class BatchReceiver: Sendable {
    typealias Element = (tag: Int, outcome: EngineOutcome)

    private struct State {
        var outcomes = Deque<Element>()
        var waiter: UnsafeContinuation<Deque<Element>, Never>?
        var isCancelled = false
        /// Somebody has called ``poke()`` since outcomes were taken.
        var isPoked = false
    }

    private let state = Mutex(State())

    /// Adds outcomes; the array is empty afterwards.
    func add(_ outcomes: inout Deque<Element>) {
        let resume = state.withLock {
            state -> (UnsafeContinuation<Deque<Element>, Never>, Deque<Element>)? in
            if state.outcomes.isEmpty {
                swap(&state.outcomes, &outcomes)
            } else {
                state.outcomes += outcomes
            }
            guard let waiter = state.waiter.take() else { return nil }
            return (waiter, Self.takeAll(&state))
        }
        outcomes.removeAll(keepingCapacity: true)
        if let (waiter, all) = resume { waiter.resume(returning: all) }
    }

    /// Waits until there are outcomes and takes them; empty only after ``cancel()`` or ``poke()``.
    /// One consumer at a time.
    func take() async -> Deque<Element> {
        await withUnsafeContinuation { continuation in
            let all = state.withLock { state -> Deque<Element>? in
                guard state.outcomes.isEmpty, !state.isCancelled, !state.isPoked else {
                    return Self.takeAll(&state)
                }
                state.waiter = continuation
                return nil
            }
            if let all { continuation.resume(returning: all) }
        }
    }

    /// Ends one wait, because there is something else to do.
    func poke() {
        let waiter = state.withLock { state in
            let waiter = state.waiter.take()
            state.isPoked = waiter == nil
            return waiter
        }
        waiter?.resume(returning: [])
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends all waits.
    func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.waiter.take()
        }
        waiter?.resume(returning: [])
    }

    private static func takeAll(_ state: inout State) -> Deque<Element> {
        var all = Deque<Element>()
        swap(&all, &state.outcomes)
        state.isPoked = false
        return all
    }
}
