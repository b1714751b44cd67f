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
        let address: String
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var countOfAddress: [String: Int] = [:]
        var isStopping = false
        /// When the last warning about connections that are turned away was due.
        var warnedAt: Duration?
    }

    private let state = Mutex(State())
    private let countMax: Int
    private let countPerAddressMax: Int
    /// How long one warning holds.
    private static let warningInterval: Duration = .seconds(60)

    init(countMax: Int, countPerAddressMax: Int = .max) {
        self.countMax = countMax
        self.countPerAddressMax = countPerAddressMax
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// Takes a connection up; `false` when there are too many or the server stops.
    func add(
        _ channel: any Channel, _ environment: APNSEnvironment, _ door: ServiceDoor
    ) -> Bool {
        let key = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        let isTaken = state.withLock { state in
            guard !state.isStopping, state.connections.count < countMax,
                state.countOfAddress[address, default: 0] < countPerAddressMax
            else { return false }
            state.connections[key] = Connection(
                channel: channel, environment: environment, door: door, address: address)
            state.countOfAddress[address, default: 0] += 1
            return true
        }
        guard isTaken else { return false }
        channel.closeFuture.whenComplete { _ in self.remove(key) }
        return true
    }

    private func remove(_ key: ObjectIdentifier) {
        state.withLock { state in
            guard let address = state.connections.removeValue(forKey: key)?.address else { return }
            let count = state.countOfAddress[address, default: 0] - 1
            state.countOfAddress[address] = count > 0 ? count : nil
        }
    }

    /// Whether it is time to say that connections are turned away: the first time, and a minute
    /// after the last; not while the server stops.
    func isWarningDue(at now: Duration) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if let last = state.warnedAt, now - last < Self.warningInterval { return false }
            state.warnedAt = now
            return true
        }
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
