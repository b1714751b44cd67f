// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The connections that are open, for the limit and for stopping.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())
    private let countMax: Int

    init(countMax: Int) { self.countMax = countMax }

    var count: Int { state.withLock { $0.channels.count } }

    /// Takes a connection up; `false` when there are too many or the server stops.
    func add(_ channel: any Channel) -> Bool {
        let key = ObjectIdentifier(channel)
        let isTaken = state.withLock { state in
            guard !state.isStopping, state.channels.count < countMax else { return false }
            state.channels[key] = channel
            return true
        }
        guard isTaken else { return false }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { _ = $0.channels.removeValue(forKey: key) }
        }
        return true
    }

    /// Takes up no more connections, and answers those that are open.
    func stop() -> [any Channel] {
        state.withLock { state in
            state.isStopping = true
            return Array(state.channels.values)
        }
    }
}
