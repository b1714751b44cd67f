// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSService
package import APNSWire
package import NIOCore
import Synchronization

/// The open connections. They are counted for the limits, and ended when the server stops.
package final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        let environment: APNSEnvironment
        let endpoint: ServiceEndpoint
        let address: String
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var countOfAddress: [String: Int] = [:]
        var isStopping = false
        /// The time of the last warning about refused connections.
        var warnedAt: Duration?
    }

    private let state = Mutex(State())
    private let countMax: Int
    private let countPerAddressMax: Int
    /// The minimum time between two warnings.
    private static let warningInterval: Duration = .seconds(60)

    package init(countMax: Int, countPerAddressMax: Int = .max) {
        self.countMax = countMax
        self.countPerAddressMax = countPerAddressMax
    }

    package var count: Int { state.withLock { $0.connections.count } }

    /// Adds a connection. Returns `false` when there are too many connections or the server stops.
    package func add(
        _ channel: any Channel, _ environment: APNSEnvironment, _ endpoint: ServiceEndpoint
    ) -> Bool {
        let key = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        let isTaken = state.withLock { state in
            guard !state.isStopping, state.connections.count < countMax,
                state.countOfAddress[address, default: 0] < countPerAddressMax
            else { return false }
            state.connections[key] = Connection(
                channel: channel, environment: environment, endpoint: endpoint, address: address)
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

    /// Returns whether a warning about refused connections is due. A warning is due for the first
    /// refused connection, and again when a minute has passed since the last warning. While the
    /// server stops, no warning is due.
    package func isWarningDue(at now: Duration) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if let last = state.warnedAt, now - last < Self.warningInterval { return false }
            state.warnedAt = now
            return true
        }
    }

    /// Returns the connections of an environment and a kind of server. A parameter that is `nil`
    /// matches all connections.
    func open(_ environment: APNSEnvironment?, _ endpoint: ServiceEndpoint?) -> [any Channel] {
        state.withLock { state in
            state.connections.values
                .filter { environment ?? $0.environment == $0.environment }
                .filter { endpoint ?? $0.endpoint == $0.endpoint }
                .map(\.channel)
        }
    }

    /// Refuses further connections, and returns the connections that are open.
    package func stop() -> [any Channel] {
        state.withLock { state in
            state.isStopping = true
            return state.connections.values.map(\.channel)
        }
    }
}
