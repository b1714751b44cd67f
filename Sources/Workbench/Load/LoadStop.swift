// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization

/// Ends a run early. The run then sends no further request, and waits for the outcomes of the
/// requests that it has sent.
package final class LoadStop: Sendable {
    private struct State {
        var isSet = false
        var waits: [Int: Task<Void, any Error>] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var isSet: Bool { state.withLock { $0.isSet } }

    package func set() {
        let waits = state.withLock { state in
            state.isSet = true
            defer { state.waits = [:] }
            return state.waits
        }
        for wait in waits.values { wait.cancel() }
    }

    /// Waits for a duration. Returns `false` if the run was stopped in the meantime.
    func wait(_ duration: Duration, _ time: TimeSource) async -> Bool {
        let due = time.uptime + duration
        let wait = Task { try await time.sleep(untilUptime: due) }
        let id = state.withLock { state -> Int? in
            guard !state.isSet else { return nil }
            state.lastID += 1
            state.waits[state.lastID] = wait
            return state.lastID
        }
        guard let id else {
            wait.cancel()
            return false
        }
        let result = await withTaskCancellationHandler {
            await wait.result
        } onCancel: {
            wait.cancel()
        }
        state.withLock { $0.waits[id] = nil }
        return (try? result.get()) != nil
    }
}
