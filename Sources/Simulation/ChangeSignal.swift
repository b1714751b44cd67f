// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Notifies several observers of changes. Each observer receives an increasing number, and reads
/// the changed state itself.
///
/// A slow observer may miss numbers, but never the latest number.
public final class ChangeSignal: Sendable {
    /// The largest number of observers. The stream of any further observer ends immediately.
    public static let observerCountMax = 1024

    private struct State {
        var count: UInt64 = 0
        var nextID: UInt64 = 0
        var observers: [UInt64: AsyncStream<UInt64>.Continuation] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// The number of changes so far.
    public var count: UInt64 { state.withLock { $0.count } }

    public var observerCount: Int { state.withLock { $0.observers.count } }

    /// Counts a change and notifies all observers.
    public func signal() {
        let (count, observers) = state.withLock { state in
            state.count += 1
            return (state.count, Array(state.observers.values))
        }
        for observer in observers { observer.yield(count) }
    }

    /// Returns a stream for one observer. The stream starts with the current number.
    public func stream() -> AsyncStream<UInt64> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let added = state.withLock { state -> (id: UInt64, count: UInt64)? in
                guard state.observers.count < Self.observerCountMax else { return nil }
                state.nextID += 1
                state.observers[state.nextID] = continuation
                return (state.nextID, state.count)
            }
            guard let added else { return continuation.finish() }
            continuation.onTermination = { _ in
                _ = self.state.withLock { $0.observers.removeValue(forKey: added.id) }
            }
            continuation.yield(added.count)
        }
    }
}
