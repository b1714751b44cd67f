// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import NIOCore
import Synchronization

/// The connections that are open, for the limit and for stopping.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        let environment: APNSEnvironment
        let door: ServiceDoor
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())
    private let countMax: Int

    init(countMax: Int) { self.countMax = countMax }

    var count: Int { state.withLock { $0.connections.count } }

    /// Takes a connection up; `false` when there are too many or the server stops.
    func add(
        _ channel: any Channel, _ environment: APNSEnvironment, _ door: ServiceDoor
    ) -> Bool {
        let key = ObjectIdentifier(channel)
        let isTaken = state.withLock { state in
            guard !state.isStopping, state.connections.count < countMax else { return false }
            state.connections[key] = Connection(
                channel: channel, environment: environment, door: door)
            return true
        }
        guard isTaken else { return false }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { _ = $0.connections.removeValue(forKey: key) }
        }
        return true
    }

    /// Those of an environment and door, all of them for `nil`.
    func open(_ environment: APNSEnvironment?, _ door: ServiceDoor?) -> [any Channel] {
        state.withLock { state in
            state.connections.values
                .filter { environment ?? $0.environment == $0.environment }
                .filter { door ?? $0.door == $0.door }
                .map(\.channel)
        }
    }

    /// Takes up no more connections, and answers those that are open.
    func stop() -> [any Channel] {
        state.withLock { state in
            state.isStopping = true
            return state.connections.values.map(\.channel)
        }
    }
}
