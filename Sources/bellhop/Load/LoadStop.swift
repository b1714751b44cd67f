// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization
import UnixSignals

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends a run before its time: nothing more is sent, and what is on the way is awaited.
final class LoadStop: Sendable {
    private struct State {
        var isSet = false
        var waits: [Int: Task<Void, any Error>] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        let waits = state.withLock { state in
            state.isSet = true
            defer { state.waits = [:] }
            return state.waits
        }
        for wait in waits.values { wait.cancel() }
    }

    /// Waits; `false` when there is nothing to wait for any more.
    func wait(_ duration: Duration, _ time: TimeSource) async -> Bool {
        let wait = Task { try await time.sleep(for: duration) }
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

    /// Stops on the first Ctrl-C or SIGTERM. The second one ends the process as usual.
    func setOnSignal() async {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        for await _ in signals { break }
        guard !Task.isCancelled else { return }
        set()
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
