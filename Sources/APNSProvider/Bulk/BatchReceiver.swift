// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the outcomes of a bulk send until its consumer takes all of them together.
final class BatchReceiver: Sendable {
    typealias Element = (tag: Int, outcome: EngineOutcome)

    private struct State {
        var outcomes = FIFOQueue<Element>()
        var waiter: UnsafeContinuation<Void, Never>?
        var isCancelled = false
        /// Whether the next wait ends immediately, because ``poke()`` was called while no wait was
        /// in progress.
        var isPoked = false
    }

    private let state = Mutex(State())

    /// Adds outcomes and empties the given batch.
    func add(_ outcomes: inout FIFOQueue<Element>) {
        let waiter = state.withLock { state in
            state.outcomes.append(allOf: &outcomes)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Waits until there are outcomes or until ``cancel()`` or ``poke()`` is called. Only one
    /// consumer may wait at a time.
    func wait() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let isDue = state.withLock { state in
                guard state.outcomes.isEmpty, !state.isCancelled, !state.isPoked else {
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    /// Moves all outcomes into an empty batch, without copying them.
    func take(into empty: inout FIFOQueue<Element>) {
        state.withLock { state in
            swap(&state.outcomes, &empty)
            state.isPoked = false
        }
    }

    /// Ends the current wait or, if no wait is in progress, the next wait, because the consumer has
    /// other work to do.
    func poke() {
        let waiter = state.withLock { state in
            let waiter = state.waiter.take()
            state.isPoked = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends all waits.
    func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.waiter.take()
        }
        waiter?.resume()
    }
}
