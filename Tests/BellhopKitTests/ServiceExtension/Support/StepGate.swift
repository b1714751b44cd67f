// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets code hang until a test opens the gate. The wait ignores cancellation, as badly written code
/// does.
final class StepGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [CheckedContinuation<Void, Never>] = []
        var arrivalCount = 0
    }

    private let state = Mutex(State())

    /// Whether code has begun to wait here.
    var isEntered: Bool { state.withLock { $0.arrivalCount > 0 } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watching) = state.withLock { state in
                state.arrivalCount += 1
                if !state.isOpen { state.waiting.append(continuation) }
                defer { state.watching = [] }
                return (state.isOpen, state.watching)
            }
            for watcher in watching { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until code has begun to wait at the gate.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrivalCount == 0 { state.watching.append(continuation) }
                return state.arrivalCount > 0
            }
            if isReached { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
